import type { WriteResult } from "../files/file-store.ts";
import type { IntakeResult } from "./take-in.ts";

/**
 * A failure that the screen describes. `name` is the name of the file that caused it.
 */
export type DocumentProblem = {
  kind:
    | Extract<IntakeResult, { ok: false }>["reason"]
    | Extract<WriteResult, { ok: false }>["reason"]
    | "broken"
    | "text"
    | "language"
    | "pdf"
    | "pdf-pages";
  name?: string | undefined;
  /** The sentence of the PDF reader. */
  detail?: string;
};

/** The progress of work: `done` of `total` files or pages. */
export type Progress = {
  kind: "adding" | "pdf" | "pictures" | "text";
  done: number;
  total: number;
};
