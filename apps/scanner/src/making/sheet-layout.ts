type Size = { width: number; height: number };

/** The sizes of papers in millimeters: ISO 216 and ANSI/ASME Y14.1. */
export const papers = {
  a4: { width: 210, height: 297 },
  letter: { width: 215.9, height: 279.4 },
} as const satisfies Record<string, Size>;

export type Paper = keyof typeof papers;

/** The places of the codes on a page. All lengths are in millimeters. */
export type SheetLayout = {
  /** The number of codes in a row, and of rows. */
  columns: number;
  rows: number;
  /** The place of one code with its name, and the left upper corner of the first. */
  cell: Size;
  left: number;
  top: number;
};

/** The margin that printers leave white at the edges of a page. */
const pageMargin = 10;
/** The space between two codes, through which scissors go. */
const gap = 4;
/** The least width of a place, so that a name can be read below a small code. */
const minWidth = 28;
/** The height of the line of a name. */
export const nameHeight = 5;

/**
 * Lays out a page that is full of one code, with its name below each. `code` is the size of the
 * code with its light margin. Returns undefined if the page is too small for it.
 */
export function layOutSheet(
  paper: Paper,
  code: Size,
  { hasName }: { hasName: boolean },
): SheetLayout | undefined {
  const { width, height } = papers[paper];
  const cell = {
    width: Math.max(code.width, minWidth) + gap,
    height: code.height + (hasName ? nameHeight : 0) + gap,
  };
  const columns = Math.floor((width - 2 * pageMargin) / cell.width);
  const rows = Math.floor((height - 2 * pageMargin) / cell.height);
  if (columns < 1 || rows < 1) return undefined;
  const left = (width - columns * cell.width) / 2;
  return { columns, rows, cell, left, top: pageMargin };
}
