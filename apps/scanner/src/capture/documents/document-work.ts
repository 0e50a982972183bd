import type { WriteResult } from "../files/file-store.ts";
import type { TakenIn } from "./take-in.ts";

/**
 * Something that did not work, for which the screen has a sentence. `name` is the file it is about.
 */
export type DocumentProblem = {
  kind:
    | Extract<TakenIn, { ok: false }>["reason"]
    | Extract<WriteResult, { ok: false }>["reason"]
    | "broken"
    | "text"
    | "language"
    | "pdf";
  name?: string | undefined;
  /** The sentence that the reader of PDF files gives. */
  detail?: string;
};

/** Work under way, as so many of a total. */
export type Progress = {
  kind: "adding" | "pdf" | "pictures" | "text";
  done: number;
  total: number;
};
