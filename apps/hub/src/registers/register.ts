/** The rules that turn a scan into the keys by which a register finds its entries. */
export type KeyRules = {
  /** Ignores the difference between upper and lower case. */
  ignoreCase?: boolean;
  /** A prefix that is removed from the text of a scan, such as `TICKET:`. */
  stripPrefix?: string;
  /**
   * Reads the code out of links to these hosts: a query parameter, else the last part of the path.
   */
  links?: { hosts: string[]; parameter?: string };
  /** Reads the mail address out of contacts, such as the vCard of a badge, and ignores its case. */
  contacts?: boolean;
  /**
   * Reads the numbers of products, assets and shipments out of bar codes: EAN and UPC, GS1 element
   * strings and Digital Links, and the part numbers on labels of suppliers.
   */
  products?: boolean;
};

/** The rules of a check-in. Times are ISO 8601. */
export type CheckInRules = {
  keys?: KeyRules;
  /**
   * Whether a guest may come in again: never, after having left (the default), or also while
   * inside.
   */
  reentry?: "never" | "after-exit" | "always";
  /** How many times a guest may come in. */
  uses?: number;
  /** How many guests may be inside at a time. */
  capacity?: number;
  /** Nobody may come in before this time. */
  opens?: string;
  /** Nobody may come in from this time on. */
  closes?: string;
  /** Nobody may come in at all. */
  closed?: boolean;
  /** The time of day at which everybody is checked out, `HH:MM` in the time zone of the hub. */
  exitAllAt?: string;
  /** Only entries of these groups may come in. */
  groups?: string[];
  /** The owner's own sentences by code, as Liquid templates (`own-line.ts`). */
  texts?: Partial<Record<Code, string>>;
  /**
   * The fields of a guest that phones at the doors and printed labels show. By default, these are
   * all fields except those that look private, such as mail addresses.
   */
  shows?: string[];
  /** After the result `look`, a phone that scans continuously waits for a tap. */
  tap?: boolean;
};

/**
 * The effect of a scan in an inbox. `toggle` checks a guest out who is inside, and in who is not.
 */
export type Action = "in" | "out" | "toggle";

/**
 * How the receiver answers senders that do not ask for a verdict: with a status that depends on the
 * verdict (`negotiated`), or always with 200.
 */
export type AnswerMode = "negotiated" | "always-2xx";

/** A guest as the register knows it. Times are milliseconds since 1970. */
export type Entry = {
  id: number;
  label: string;
  group?: string;
  /** A note that the person at the door has to read. */
  attention?: string;
  fields: Record<string, string>;
  blocked: boolean;
  validFrom?: number;
  validUntil?: number;
  /** Grows with every edit. */
  version: number;
};

/**
 * Whether a guest is inside. `since` is the time of the last change in milliseconds since 1970, and
 * `door` is the door at which it was made.
 */
export type Presence = {
  status: "inside" | "outside";
  since: number;
  door: string;
  /** How many times the guest came in. */
  uses: number;
};

/**
 * The task that a verdict gives to the person at the door: let the guest in, read the verdict
 * first, or refuse.
 */
export type Result = (typeof results)[number];

export const results = ["yes", "look", "no"] as const;

/** The reason for a result. The codes are stable, so programs can rely on them. */
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
  counts: { inside: number; capacity?: number };
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
