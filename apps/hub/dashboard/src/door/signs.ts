/**
 * The signs of verdicts, as on the phones: outlines that differ without their colors, on a grid of
 * 24 pixels.
 */
export const signs = {
  yes: "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19zM7 12.5l3.5 3.5 6.5-7.5",
  look: "M12 3 1.8 20.5h20.4zM12 9.5v5.5M12 17.8h.01",
  no: "M8 2.5h8l5.5 5.5v8L16 21.5H8L2.5 16V8zM8 8l8 8M16 8l-8 8",
  undone: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  lost: "M2.5 8.8a15 15 0 0 1 19 0M6 12.6a9.6 9.6 0 0 1 12 0M9.3 16.3a4.4 4.4 0 0 1 5.4 0M12 20h.01M3 3l18 18",
  waiting: "M5 21.5v-17l10-2.5v22zM15 4.500h4v17M11.500 12h.01M2.500 21.500h19",
} as const;
