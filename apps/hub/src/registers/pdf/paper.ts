export const pointsPerMm = 72 / 25.4;

/** The sizes of an upright sheet in points. */
export const sheetSizes = {
  a4: { width: 210 * pointsPerMm, height: 297 * pointsPerMm },
  letter: { width: 8.5 * 72, height: 11 * 72 },
};

export type SheetPaper = keyof typeof sheetSizes;
