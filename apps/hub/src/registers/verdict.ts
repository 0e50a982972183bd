import type { Ask } from "./questions.ts";
import type { Action } from "./register.ts";

/**
 * How the receiver answers senders that do not ask for a verdict: with a status that depends on the
 * verdict (`negotiated`), or always with 200.
 */
export type AnswerMode = "negotiated" | "always-2xx";

/**
 * The task that a verdict gives to the person who scanned: go on, read the verdict first, stop, or
 * answer questions first.
 */
export type Result = (typeof results)[number];

export const results = ["yes", "look", "no", "ask"] as const;

/**
 * The reason for a result. The codes are stable, so programs can rely on them. Each kind uses some
 * of them (`kinds/`).
 */
export type Code = (typeof codes)[number];

export const codes = [
  "checked-in",
  "checked-out",
  "undone",
  "not-in",
  "just-now",
  "closed",
  "unknown",
  "ambiguous",
  "blocked",
  "unsigned",
  "not-genuine",
  "seen-before",
  "no-key",
  "too-early",
  "too-late",
  "wrong-group",
  "already-in",
  "used",
  "used-up",
  "full",
  "no-such-movement",
  "nothing-to-undo",
  "changed-since",
  "everybody-out",
  "added",
  "removed",
  "moved",
  "counted",
  "was-elsewhere",
  "already-counted",
  "low",
  "unnamed",
  "not-enough",
  "best-before",
  "expired",
  "recalled",
  "place-set",
  "quantity-set",
  "no-place",
  "which-place",
  "same-place",
  "no-user",
  "no-quantity",
  "wrong-unit",
  "too-much",
  "misread",
  "round-over",
  "round-begun",
  "round-ended",
  "round-applied",
  "round-undone",
  "holder-set",
  "lent",
  "handed-over",
  "returned",
  "returned-late",
  "lent-to-other",
  "already-lent",
  "not-lent",
  "no-holder",
  "not-a-thing",
  "due-set",
  "due",
  "overdue",
  "missed",
  "answered",
  "answered-already",
  "ask-over",
  "checklist",
  "passed",
  "failed",
  "seen",
  "not-due",
  "touch-the-tag",
  "inspected-meanwhile",
  "new-lead",
  "known-lead",
  "no-contact",
  "ask-consent",
  "no-consent",
] as const;

/** The answer to a scan. `title` is missing where names may not be shown. */
export type Verdict = {
  result: Result;
  code: Code;
  /** The word to show in large letters. */
  word: string;
  title?: string;
  text: string;
  facts: [string, string][];
  /** How many guests are inside a check-in. */
  counts?: { inside: number; capacity?: number };
  /** The movement of a quantity in a stock. */
  booking?: ToldBooking;
  /** The loan of a thing. */
  loan?: ToldLoan;
  /** Questions to the person who scanned. */
  ask?: Ask | undefined;
  /** The things that the user has in hand after the scan, if any. */
  hand?: ToldHand | undefined;
  register: string;
  /** The id of the movement in the journal. */
  movement: number;
  /** The time of the decision, in ISO 8601. */
  at: string;
  /** The person at the door has to confirm the verdict with a tap before the next scan. */
  tap?: true;
  /** The times of day in the standard sentences, as `HH:MM` in the time zone of the hub. */
  times?: string[];
  /** The whole verdict as one line of text, which begins with YES, LOOK or NO. */
  message: string;
};

/**
 * A movement of a stock as a verdict tells it. Quantities are in units, such as 1.5. `quantity` is
 * how much was added, removed, moved or counted; `here` is how much is at the place now, and
 * `total` how much there is at all places.
 */
export type ToldBooking = {
  quantity: number;
  unit?: string | undefined;
  place?: string | undefined;
  from?: string | undefined;
  here: number;
  total: number;
  /** The id of the entry if it has no name yet. */
  unnamed?: number | undefined;
};

/** The loan of a thing: who has it, and until when, in ISO 8601. */
export type ToldLoan = {
  holder?: string | undefined;
  due?: string | undefined;
  /** The day in the time zone of the hub; absent if it is due at a time of day. */
  dueDay?: string | undefined;
  overdue?: true | undefined;
};

/**
 * The things that a user has in hand. `until` is when it is put down if nothing is scanned, in ISO
 * 8601.
 */
export type ToldHand = {
  action: Action;
  place?: string | undefined;
  from?: string | undefined;
  quantity?: number | undefined;
  /** The person who gets the things that follow, and until when, in ISO 8601. */
  holder?: string | undefined;
  due?: string | undefined;
  dueDay?: string | undefined;
  until: string;
};
