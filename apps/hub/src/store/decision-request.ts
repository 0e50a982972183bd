import type { Answers } from "../registers/questions.ts";
import type { Action, DueStage } from "../registers/register.ts";
import type { SunReading } from "../registers/sun.ts";
import type { Code } from "../registers/verdict.ts";

/**
 * A decision that a register has to make when a scan is stored. `language` is that of the verdict,
 * one of `languages` in `texts/verdict-texts.ts`; without it, the verdict is in English.
 */
export type DecisionRequest = Requested & { language?: string | undefined };

type Requested =
  /**
   * A scan in an inbox that feeds a register. The binding of the inbox says what the scan does.
   * `quantity` is in thousandths of a unit. `sun` is what the link of the tag proves, if the
   * register has only tags that cannot be copied.
   */
  | { kind: "scan"; quantity?: number; sun?: SunReading | undefined }
  /**
   * A person books an entry by hand: checks a guest in or out, moves a quantity, in thousandths of
   * a unit, at a place, or lends a thing to a person. `forced` overrules the rules.
   */
  | {
      kind: "act";
      register: number;
      entry: number;
      action: Exclude<Action, "toggle">;
      forced?: boolean;
      place?: number | undefined;
      from?: number | undefined;
      quantity?: number | undefined;
      holder?: number | undefined;
      dueAt?: number | undefined;
    }
  /** Answers the questions of a verdict. `inbox` is that of the user who answers. */
  | { kind: "answer"; register: number; movement: number; answers: Answers; inbox?: string }
  /** Sets until when a thing is lent, or when it is due; without `dueAt`, it has no date. */
  | { kind: "set-due"; register: number; entry: number; dueAt?: number | undefined }
  /**
   * Reports that the date of a thing has come. `turn` is the effective version of the state whose
   * date it is; the date of another one is not reported.
   */
  | { kind: "remind"; register: number; entry: number; turn: number; stage: DueStage }
  | { kind: "undo"; register: number; movement: number }
  /** Notes in the journal what happened to a round. */
  | { kind: "round"; register: number; round: number; code: RoundCode }
  /** Takes back a movement of a quantity, and books another quantity in its place. */
  | { kind: "correct"; register: number; movement: number; quantity: number }
  /** A rule checks out everybody who came in before this time, in milliseconds since 1970. */
  | { kind: "exit-all"; register: number; before: number };

export type RoundCode = Extract<Code, `round-${"begun" | "ended" | "applied" | "undone"}`>;
