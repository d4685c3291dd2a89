/** Where small sheets go. */

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const GAP = 6;
const MARGIN = 8;

/** The corner of a sheet below its button, or above it, where it fits: whole in a window of that room, and its near edge on the button's. Pure. */
export function placeBeside(
  button: Box,
  sheet: Pick<Box, "width" | "height">,
  room: Pick<Box, "width" | "height">,
  align: "left" | "right",
  upwards: boolean,
): { left: number; top: number } {
  const left = align === "left" ? button.left : button.left + button.width - sheet.width;
  const above = button.top - GAP - sheet.height;
  const below = button.top + button.height + GAP;
  const fits = (top: number): boolean => top >= MARGIN && top + sheet.height <= room.height - MARGIN;
  const [wished, other] = upwards ? [above, below] : [below, above];
  const top = fits(wished) || !fits(other) ? wished : other;
  return { left: within(left, sheet.width, room.width), top: within(top, sheet.height, room.height) };
}

function within(start: number, length: number, room: number): number {
  return Math.max(MARGIN, Math.min(start, room - MARGIN - length));
}
