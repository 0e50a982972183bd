import { englishMeasures, type MeasureWords } from "../lengths/format-length.ts";

/**
 * The words of a drawing, in the language of its readers. They are plain data, so that a page can
 * send them to a worker.
 */
export type PlanWords = MeasureWords & {
  innerArea: string;
  grossArea: string;
  /** The height of a room. */
  height: string;
  /** The height of the sill of a window. */
  sill: string;
  /** The meaning of `~` before a length or an area. */
  sketched: string;
  /** The names of kinds of furniture. Kinds without one are written as they are. */
  furniture: Readonly<Record<string, string>>;
  /** The sentences of the notes that `isDrawn` names; English ones of the plan if left out. */
  notes?: readonly string[];
};

/** The English words of a drawing. */
export const englishWords: PlanWords = {
  ...englishMeasures,
  innerArea: "Inner area",
  grossArea: "Gross area",
  height: "Height",
  sill: "sill",
  sketched: "as sketched, not measured",
  furniture: {},
};
