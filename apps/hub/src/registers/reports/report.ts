/** A table that people hand on, as pages or as a list for a spreadsheet. */
export type Report = {
  title: string;
  /** Lines below the title, such as the register, the span, and when the report was made. */
  subtitles: readonly string[];
  /** Names and values below the subtitles, such as how many things are overdue. */
  facts?: readonly (readonly [name: string, value: string])[];
  /** The names of the parts of the headings of sections, which are the first columns of a list. */
  sectionColumns?: readonly string[];
  columns: readonly Column[];
  sections: Iterable<Section>;
  /** A sentence to sign at the end, with lines for date, name and signature. */
  signature?: string;
};

/** `weight` is how many characters wide the column would like to be. */
export type Column = { header: string; weight: number; align?: "right" };

/** Rows with the same heading. Without a heading, they continue the table. */
export type Section = { heading?: readonly Cell[]; rows: Iterable<Row> };

/** A cell for each column. */
export type Row = readonly Cell[];

/** A text, or one that the reader should not overlook. */
export type Cell = string | { alert: string };

/** Returns the text of a cell. */
export function toText(cell: Cell): string {
  return typeof cell === "string" ? cell : cell.alert;
}
