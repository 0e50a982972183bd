import type { KeptAnswer } from "../registers/questions.ts";
import type { Action } from "../registers/register.ts";
import type { SunReading } from "../registers/sun.ts";
import type { Code, Result, Verdict } from "../registers/verdict.ts";

/** An entry, such as a place or a person, with its label as it is now. */
export type EntryName = { id: number; label?: string | undefined };

/** A line of the journal. `at` is ISO 8601. */
export type MovementRecord = {
  id: number;
  entry?: number | undefined;
  /** The label of the entry as it is now. */
  label?: string | undefined;
  /** Absent for a movement that no scan made. */
  scan?: number | undefined;
  undoes?: number | undefined;
  at: string;
  door: string;
  action: string;
  result: Result;
  code: Code;
  place?: EntryName | undefined;
  from?: EntryName | undefined;
  /** How much was added at the place, in thousandths of the unit. */
  delta?: number | undefined;
  /** The round in which `counted` was counted, in thousandths of the unit. */
  round?: number | undefined;
  counted?: number | undefined;
  lot?: string | undefined;
  serial?: string | undefined;
  /** When the thing expires by its code, in ISO 8601. */
  expires?: string | undefined;
  /** The person whom the movement is about. */
  holder?: EntryName | undefined;
  /** When the thing has to be back, or be inspected, since the movement, in ISO 8601. */
  due?: string | undefined;
  /** The day in the time zone of the hub; absent if it is due at a time of day. */
  dueDay?: string | undefined;
  /** The answers, and the movement that asked. */
  answers?: KeptAnswer[] | undefined;
  answered?: number | undefined;
  forced: boolean;
  /**
   * The first 200 characters of a scanned code that no entry has, or several have. For a tag
   * without text, its UID.
   */
  scanned?: string | undefined;
};

/**
 * A movement with the verdict that the sender was told. Once the register was emptied, the verdict
 * has no names.
 */
export type ToldMovement = MovementRecord & { verdict: Verdict };

/**
 * A verdict that is not stored. `lineProblem` is one sentence on why the owner's own line could not
 * be filled in.
 */
export type TriedVerdict = Verdict & { lineProblem?: string | undefined };

/** A scan to try. `place` and `holder` are the ids of what its user has in hand. */
export type TriedScan = {
  content: string;
  tag?: string | undefined;
  action: Action;
  place?: number | undefined;
  holder?: number | undefined;
  /** The reading of the link of the tag, and the language, as in `DecisionRequest`. */
  sun?: SunReading | undefined;
  language?: string | undefined;
};
