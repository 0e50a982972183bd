import { icons } from "./icons.ts";

/** The icons of all screens: line drawings on a grid of 24 pixels, one SVG path each. */
export const allIcons = {
  ...icons,
  webhook: "M4 12h11M11 7.5l4.5 4.5-4.5 4.5M15 4h3a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-3",
  guests: icons.contact,
  settings: "M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4M4 12h2M10 12h10M8 10v4",
  about: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 8h.01",
  chevron: "M9 5.5 15.5 12 9 18.5",
  back: "M15 5.5 8.5 12l6.5 6.5",
  search: "M10.8 17.6a6.8 6.8 0 1 0 0-13.6 6.8 6.8 0 0 0 0 13.6zM16 16l4.5 4.5",
  copy: "M9 8h9a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2zM4 16V5a2 2 0 0 1 2-2h10",
  share: "M12 15V3.5M7.5 8 12 3.5 16.5 8M5 12v6a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-6",
  open: "M13 5h6v6M19 5l-9 9M17 14v4a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1h4",
  trash: "M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 12.5h9l1-12.5M10.3 11v5M13.7 11v5",
  send: "M20.5 3.5 10 14M20.5 3.5 14 20.5l-4-6.5-6.5-4z",
  download: "M12 4v11M7.5 10.5 12 15l4.5-4.5M5 19.5h14",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6z",
  app: "M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h6v6h-6z",
  data: "M8 4.5c-2.5 0-2.5 1.5-2.5 3.5S5 12 3.5 12C5 12 5.5 14 5.5 16S5.5 19.5 8 19.5M16 4.5c2.5 0 2.5 1.5 2.5 3.5s.5 4 2 4c-1.5 0-2 2-2 4s0 3.5-2.5 3.5",
  pen: "M4.5 19.5l.8-3.8L16.2 4.8a1.8 1.8 0 0 1 2.6 0l.4.4a1.8 1.8 0 0 1 0 2.6L8.3 18.7zM14 7l3 3",
  lock: "M7 10.5h10a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 19v-7A1.5 1.5 0 0 1 7 10.5zM8 10.5V7.5a4 4 0 0 1 8 0v3M12 14.5v2.5",
  list: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
  spool:
    "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 6a6 6 0 0 1 6 6",
  erase:
    "M9 19.5h11M5 14.5 14.2 5.3a1.8 1.8 0 0 1 2.6 0l2.9 2.9a1.8 1.8 0 0 1 0 2.6l-8.7 8.7H9zM10 9.5l5.5 5.5",
  links: icons.link,
  room: "M4 4.5h16v15H4zM4 12.5h4.5M12 12.5h1.5M13.5 4.5v8M13.5 16.5v3",
  off: "M12 3v8M7.5 6.2a8 8 0 1 0 9 0",
} as const;

export type AnyIconName = keyof typeof allIcons;
