/** Colours of spans: a name always has the same one. */
import { shadeOf } from "../state/hues";

/** For a dot beside the name, in either theme. */
export function annotationColour(name: string): string {
  const { hue, pale } = shadeOf(name);
  return `hsl(${hue} 52% ${54 + 12 * pale}%)`;
}

/** What the canvas needs to know of the theme; canvases cannot read CSS variables themselves. */
export interface TimelineColours {
  readonly panel: string;
  readonly sunken: string;
  readonly raised: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly text: string;
  readonly soft: string;
  readonly faint: string;
  readonly accent: string;
  readonly accentSoft: string;
  readonly left: string;
  readonly right: string;
  readonly dark: boolean;
}

export function readColours(element: Element, theme: "light" | "dark"): TimelineColours {
  const style = getComputedStyle(element);
  const value = (name: string): string => style.getPropertyValue(name).trim();
  return {
    panel: value("--panel"),
    sunken: value("--sunken"),
    raised: value("--raised"),
    line: value("--line"),
    lineStrong: value("--line-strong"),
    text: value("--text"),
    soft: value("--text-soft"),
    faint: value("--text-faint"),
    accent: value("--accent"),
    accentSoft: value("--accent-soft"),
    left: value("--left"),
    right: value("--right"),
    dark: theme === "dark",
  };
}
