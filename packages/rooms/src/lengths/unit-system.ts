/** The systems of units in which lengths are written and shown. */
export const unitSystems = ["metric", "imperial"] as const;
export type UnitSystem = (typeof unitSystems)[number];

/** Meters of the international foot and inch, exact since 1959. */
export const foot = 0.3048;
export const inch = 0.0254;
