import type { EntryContent } from "./register.ts";

/**
 * A row to import. `line` is the line of the file on which it begins, counted from 1. `keys` have
 * the form of `keys.ts`, and are empty for a row without a code, where that is allowed.
 */
export type ReadRow = EntryContent & {
  line: number;
  keys: string[];
  /** How much of an article is where. */
  at?: PlacedQuantity[];
  /** The label or code of the person who has a thing. */
  holder?: string | undefined;
  /** When a thing has to be back, or is inspected next, in milliseconds since 1970. */
  dueAt?: number | undefined;
  /** The lines merged into this row whose other columns differ from it, and are not imported. */
  dropped?: number[];
};

/**
 * How much of an article a list says to be at a place, in thousandths of the unit. `place` is the
 * label or code of the place, empty for none. `lines` counts the lines that were added up.
 */
export type PlacedQuantity = { line: number; place: string; quantity: number; lines: number };
