/** Small line icons, drawn on a grid of 16. */

const PATHS = {
  play: "M5 3.5v9l7.5-4.5z",
  pause: "M5 3.5v9M11 3.5v9",
  back: "M11 3.5v9L4.5 8zM4.5 3.5v9",
  forward: "M5 3.5v9L11.5 8zM11.5 3.5v9",
  stepBack: "M10 4 6 8l4 4",
  stepForward: "m6 4 4 4-4 4",
  loop: "M3 8a4 4 0 0 1 4-4h5m-2-2.2L12.3 4 10 6.2M13 8a4 4 0 0 1-4 4H4m2 2.2L3.7 12 6 9.8",
  undo: "M4 6.5h5.5a3.2 3.2 0 0 1 0 6.4H7M6.5 4 4 6.5 6.5 9",
  redo: "M12 6.5H6.5a3.2 3.2 0 0 0 0 6.4H9M9.5 4 12 6.5 9.5 9",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9m3.3-1.2 3.2 3.2",
  list: "M2.5 4h11M2.5 8h11M2.5 12h11",
  grid: "M3 3h4v4H3zM9 3h4v4H9zM3 9h4v4H3zM9 9h4v4H9z",
  import: "M8 2.5v7m-2.8-2.6L8 9.7l2.8-2.8M3 10.5v2.5h10v-2.5",
  export: "M8 9.7v-7M5.2 5.3 8 2.5l2.8 2.8M3 10.5v2.5h10v-2.5",
  filter: "M2.3 3.3h11.4L9.4 8.3v4.4l-2.8-1.4v-3z",
  sun: "M8 10.7a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4M8 1.8v1.4M8 12.8v1.4M1.8 8h1.4M12.8 8h1.4M3.6 3.6l1 1M11.4 11.4l1 1M12.4 3.6l-1 1M4.6 11.4l-1 1",
  moon: "M13 9.6A5.3 5.3 0 0 1 6.4 3a5.3 5.3 0 1 0 6.6 6.6",
  help: "M6 6.2a2 2 0 1 1 2.9 1.8c-.6.3-.9.7-.9 1.4m0 2.1v.1M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4",
  close: "m4 4 8 8M12 4l-8 8",
  trash: "M3 4.5h10M6.2 4.5V3h3.6v1.5M4.3 4.5l.6 8.5h6.2l.6-8.5M6.8 7v3.8M9.2 7v3.8",
  tag: "M2.5 2.5h5l6 6-5 5-6-6zM5.3 5.3v.1",
  pencil: "m3 13 .6-2.8L10.8 3l2.2 2.2-7.2 7.2zM9.4 4.4l2.2 2.2",
  eye: "M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8M8 9.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6",
  ghost: "M3.5 13.5V7a4.5 4.5 0 0 1 9 0v6.5L11 12.2l-1.5 1.3L8 12.2l-1.5 1.3L5 12.2zM6.3 7v.4M9.7 7v.4",
  trail: "M2 12.5c3.5 0 2.5-7 6-7s2.5 4.5 6 2M8 5.5v.1",
  foot: "M5 2.3c1.6 0 2.4 1.7 2.2 3.7-.1 1.4.8 2 1 3.5.2 2-1 3.8-2.7 3.8S3 12 3.3 10.3c.2-1.1.2-2-.1-3.3C2.7 4.6 3.2 2.3 5 2.3M10.6 4v.1M12 5.6v.1M12.7 7.7v.1",
  follow: "M2.5 5.5v-3h3M10.5 2.5h3v3M13.5 10.5v3h-3M5.5 13.5h-3v-3M8 9.6a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2",
  frame: "M2.5 5.5v-3h3M10.5 2.5h3v3M13.5 10.5v3h-3M5.5 13.5h-3v-3",
  people:
    "M6 7.5a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6M1.8 13.3c0-2.3 1.9-3.8 4.2-3.8s4.2 1.5 4.2 3.8M10.5 3.3a2.2 2.2 0 0 1 0 4.1M12 9.8c1.4.6 2.2 1.8 2.2 3.5",
  clip: "M2.5 3.5h11v9h-11zM5.3 3.5v9M10.7 3.5v9M2.5 6.5h2.8M2.5 9.5h2.8M10.7 6.5h2.8M10.7 9.5h2.8",
  jobs: "M8 1.8v2.4M8 11.8v2.4M1.8 8h2.4M11.8 8h2.4M3.6 3.6l1.7 1.7M10.7 10.7l1.7 1.7M12.4 3.6l-1.7 1.7M5.3 10.7l-1.7 1.7",
  timeline: "M2 4h7M4 8h8M7 12h7",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  check: "m3 8.5 3.3 3.3L13 4.8",
  warning: "M8 2.3 14.3 13.3H1.7zM8 6.5v3M8 11.4v.1",
  refresh: "M13 8a5 5 0 1 1-1.6-3.7M13 2.3v2.8h-2.8",
  download: "M8 2.5v7m-2.8-2.6L8 9.7l2.8-2.8M3 13h10",
  film: "M2.5 3.5h11v9h-11zM2.5 10h11",
  chevron: "m4 6 4 4 4-4",
  fit: "M2 4v8M14 4v8M4.5 8h7M6 6.3 4.3 8 6 9.7M10 6.3 11.7 8 10 9.7",
  transition: "M2 11.5h2.5c4 0 3.5-7 7.5-7h1.5m-2.3-2.2 2.3 2.2-2.3 2.2M2 4.5h2.5c1 0 1.7.4 2.2 1M9.3 10.6c.6.6 1.4.9 2.7.9h1.5",
  compare: "M2.5 12.5V8.8l2.6-2 2.4 2.4 3-5 3 2.6M2.5 12.5h11",
  review: "M2.5 3.5h11v7.5H8.2L5.5 13.5V11h-3zM5.5 7.2 7.2 9l3.4-3.6",
  scatter: "M2.5 2.5v11h11M5.3 10.6v.1M7 7.5v.1M9 9.3v.1M10.5 5.2v.1M12.3 7.2v.1M6 4.6v.1",
  machine: "M4.2 6a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4M11.8 10.2a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4M6.5 3.8h3a2.3 2.3 0 0 1 2.3 2.3v3.7m-1.7-1.6 1.7 1.7 1.7-1.7M9.5 12.4h-3a2.3 2.3 0 0 1-2.3-2.3V6.4M2.5 8l1.7-1.7L5.9 8",
  graph: "M8 4.6a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4M3.2 14a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4M12.8 14a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4M7.2 4.5 4 10.7M8.8 4.5l3.2 6.2M5 12.3h6",
  align: "M2.5 2.5h11v11h-11zM2.5 6.2h11M6.2 2.5v11M4.5 4.3c2.2 1.2 3.2 2 4.2 3.7s1.7 2.6 3.2 3.5",
  gamepad: "M5 4.5h6c2 0 3.3 2.3 3.5 5.6.1 1.9-1.9 2.4-2.9.9l-.9-1.3H5.3l-.9 1.3c-1 1.5-3 1-2.9-.9C1.7 6.8 3 4.5 5 4.5M5.3 6.2v2.4M4.1 7.4h2.4M10 6.6v.1M11.6 8.1v.1",
  dockLeft: "M2 3h12v10H2zM6 3v10M4 5.5v.1M4 8v.1",
  dockRight: "M2 3h12v10H2zM10 3v10M12 5.5v.1M12 8v.1",
  dockBottom: "M2 3h12v10H2zM2 9h12M4.5 11h.1M7 11h.1",
  scissors: "M4.5 6.3a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6M4.5 13.3a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6M6 5.5l7.5 6M6 10.5l7.5-6",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  const filled = name === "play";
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill={filled ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

export function Logo({ size = 20 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M3 7c5 0 5 10 9 10s4-10 9-10" />
      <path d="M3 17c5 0 5-10 9-10s4 10 9 10" opacity="0.45" />
    </svg>
  );
}
