/** The icons of verdicts: outlines that differ without their colors, on a grid of 24 pixels. */
export const verdictIcons = {
  yes: "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19zM7 12.5l3.5 3.5 6.5-7.5",
  look: "M12 3 1.8 20.5h20.4zM12 9.5v5.5M12 17.8h.01",
  no: "M8 2.5h8l5.5 5.5v8L16 21.5H8L2.5 16V8zM8 8l8 8M16 8l-8 8",
  ask: "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19zM12 8h.01M12 11.5v5",
  unchecked: "M2.5 5.5h19v13h-19zM9.5 10a2.6 2.6 0 1 1 3.8 2.3c-.9.5-1.3.9-1.3 1.7M12 16.2h.01",
  undone: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  asking: "M12 3a9 9 0 1 0 9 9",
} as const;
