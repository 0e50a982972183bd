/** How a scan becomes the keys by which a register finds its entries. */
export type KeyRules = {
  /** Upper and lower case are the same. */
  ignoreCase?: boolean;
  /** Taken off the front of a text, such as `TICKET:`. */
  stripPrefix?: string;
  /**
   * Reads the code out of links to these hosts: a query parameter, else the last part of the path.
   */
  links?: { hosts: string[]; parameter?: string };
  /**
   * Reads the mail address out of contacts, such as the vCard of a badge. Upper and lower case are
   * the same in it.
   */
  contacts?: boolean;
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
  opens?: string;
  closes?: string;
  /** Nobody comes in. */
  closed?: boolean;
  /** Everybody is out at this time of day, `HH:MM` in the time zone of the hub. */
  exitAllAt?: string;
  /** Only entries of these groups come in. */
  groups?: string[];
  /** The owner's own sentences by code, as Liquid templates (`own-line.ts`). */
  texts?: Partial<Record<Code, string>>;
  /**
   * The fields of a guest that phones at the doors and labels show. Unless given, all but those
   * that look private, such as mail addresses.
   */
  shows?: string[];
  /** A phone that keeps scanning waits for a tap after a look. */
  tap?: boolean;
};

/**
 * The effect of a scan in an inbox. `toggle` checks out whoever is inside, and in whoever is not.
 */
export type Action = "in" | "out" | "toggle";

/**
 * How the receiver answers senders that do not ask for a verdict: by status, or with 200 whatever
 * the verdict is.
 */
export type AnswerMode = "negotiated" | "always-2xx";

/** A guest as the register knows it. Times are milliseconds since 1970. */
export type Entry = {
  id: number;
  label: string;
  group?: string;
  /** A note that whoever stands at the door has to read. */
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
 * `door` where it was made.
 */
export type Presence = {
  status: "inside" | "outside";
  since: number;
  door: string;
  /** How many times the guest came in. */
  uses: number;
};

/** The task that a verdict gives to people: let in, read it first, or refuse. */
export type Result = (typeof results)[number];

export const results = ["yes", "look", "no"] as const;

/** Why; stable, for programs. */
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
  /** The id of its line in the journal. */
  movement: number;
  /** When it was decided, in ISO 8601. */
  at: string;
  /** A person confirms that they have read it before the next scan. */
  tap?: true;
  /** The times of day in the standard sentences, as `HH:MM` in the time zone of the hub. */
  times?: string[];
  /** All of it as one line of text, beginning with YES, LOOK or NO. */
  message: string;
};
