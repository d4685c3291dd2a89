/** Colours of spans: a name always has the same one. */

/** Turning by this much again and again never comes close to where it was. */
const GOLDEN_ANGLE = 137.508;

/** The hue of an annotation's name, degrees. */
export function annotationHue(name: string): number {
  let hash = 2166136261;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 16777619) >>> 0;
  return Math.round((hash % 997) * GOLDEN_ANGLE) % 360;
}

export function annotationColour(name: string, theme: "light" | "dark" = "dark"): string {
  return `hsl(${annotationHue(name)} ${theme === "dark" ? "52% 58%" : "58% 44%"})`;
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
