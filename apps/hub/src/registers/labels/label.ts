import type { WritableFormat } from "@scanhook/code-writer";
import type { Entry } from "../register.ts";

/**
 * A label to print. The details are shown one below the other, as far as they fit. The names of
 * places and the numbers of number cards are large.
 */
export type Label = {
  code: string;
  name: string;
  details: readonly string[];
  role?: Entry["role"] | undefined;
};

/**
 * Sheets to cut with 24 labels, a continuous roll of 62 mm, and labels of 90 × 29 mm, as label
 * printers have them.
 */
export const labelPapers = ["a4", "letter", "roll62", "roll29"] as const;
export type LabelPaper = (typeof labelPapers)[number];

/** The formats that hold codes of any text, between which registers offer a choice. */
export const labelFormats = ["qr", "datamatrix", "code128"] as const;
export type LabelFormat = (typeof labelFormats)[number];

/** The texts that can be left out of labels. */
export const labelParts = ["title", "group", "fields", "code"] as const;
export type LabelPart = (typeof labelParts)[number];

/** How labels look. `heading` stands above each name, and `withCode` prints the code as text. */
export type LabelDesign = {
  paper: LabelPaper;
  format: WritableFormat;
  heading?: string | undefined;
  withCode: boolean;
};

/** How many labels were printed, and how many were incomplete or left out. */
export type LabelReport = {
  printed: number;
  /** Labels without their name or a detail, because it is in a script that cannot be printed. */
  unprintable: number;
  /** Labels with only a part of their name or details, because they are too long. */
  shortened: number;
  /** Labels left out, because the format cannot hold their code or would be too fine to be read. */
  tooLong: number;
};
