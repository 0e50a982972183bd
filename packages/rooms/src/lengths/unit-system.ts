/** The systems of units in which lengths are written and shown. */
export const unitSystems = ["metric", "imperial"] as const;
export type UnitSystem = (typeof unitSystems)[number];

/** The length of the international foot in meters, exact since 1959. */
export const foot = 0.3048;
/** The length of the international inch in meters. */
export const inch = 0.0254;
