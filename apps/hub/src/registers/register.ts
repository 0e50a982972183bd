import type { Ask, Question } from "./questions.ts";

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

/** The rules that registers of all kinds have. */
export type CommonRules = {
  keys?: KeyRules;
  /** No scan has an effect. */
  closed?: boolean;
  /** The owner's own sentences by code, as Liquid templates (`own-line.ts`). */
  texts?: Partial<Record<Code, string>>;
  /**
   * The fields of an entry that phones and printed labels show. By default, these are all fields
   * except those that look private, such as mail addresses.
   */
  shows?: string[];
  /** After the result `look`, a phone that scans continuously waits for a tap. */
  tap?: boolean;
};

/** The rules of a check-in. Times are ISO 8601. */
export type CheckInRules = CommonRules & {
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
  /** The time of day at which everybody is checked out, `HH:MM` in the time zone of the hub. */
  exitAllAt?: string;
  /** Only entries of these groups may come in. */
  groups?: string[];
};

/** The rules of a stock. */
export type StockRules = CommonRules & {
  /** Whether a movement below zero is refused (the default), or made with the result `look`. */
  belowZero?: "no" | "look";
  /** Whether articles are booked without a place. By default, every movement needs a place. */
  withoutPlace?: boolean;
  /**
   * The treatment of an unknown code: it is added as an unnamed article and booked (the default),
   * or refused.
   */
  unknown?: "add" | "refuse";
  /** Whether each article is a single thing, which is at one place and counts once. */
  single?: boolean;
};

/** The rules of loans. Spans of time are those of `interval.ts`. */
export type LoanRules = CommonRules & {
  /** How long a thing is lent. By default, it may be kept. */
  loanFor?: string;
  /** Asks after the scan of a person until when they keep the things. */
  askDue?: boolean;
  /**
   * The treatment of a thing that another person has: asks whether to hand it over (the default),
   * hands it over, or refuses.
   */
  handOver?: "ask" | "yes" | "no";
};

/** The rules of an inspection. Spans of time are those of `interval.ts`. */
export type InspectionRules = CommonRules & {
  /** How often a thing is inspected. By default, it is never due. */
  every?: string;
  /** How often the things of some groups are inspected. */
  everyByGroup?: Record<string, string>;
  /**
   * How long before its date a thing is due. By default, a quarter of its interval, at most 14
   * days.
   */
  leadTime?: string;
  /** Whether only the tag of a thing counts, because a code can be scanned elsewhere. */
  touch?: boolean;
};

/**
 * The rules of a register of any kind. A register has only those of its own kind. `questions` are
 * the checklist of an inspection, and those after the return of a loan.
 */
export type Rules = CheckInRules &
  StockRules &
  LoanRules &
  InspectionRules & { questions?: Question[] };

/** The kind of a register. It says what a scan does (`kinds/`). */
export type KindName = "check-in" | "stock" | "loans" | "inspection";

/** The actions of scans in a register of each kind, the default first. */
export const actions = {
  "check-in": ["in", "out", "toggle"],
  stock: ["count", "add", "remove", "move"],
  loans: ["lend-or-return", "lend", "return"],
  inspection: ["inspect"],
} as const satisfies Record<KindName, readonly string[]>;

export type CheckInAction = (typeof actions)["check-in"][number];
export type StockAction = (typeof actions)["stock"][number];
export type LoanAction = (typeof actions)["loans"][number];
export type InspectionAction = (typeof actions)["inspection"][number];

/**
 * The effect of a scan in an inbox. `toggle` checks a guest out who is inside, and in who is not;
 * `lend-or-return` takes back a thing that is lent, and lends one that is not.
 */
export type Action = CheckInAction | StockAction | LoanAction | InspectionAction;

/**
 * How the receiver answers senders that do not ask for a verdict: with a status that depends on the
 * verdict (`negotiated`), or always with 200.
 */
export type AnswerMode = "negotiated" | "always-2xx";

/**
 * A guest or a thing as the register knows it, a person who borrows things, a place, or a number
 * card. Times are milliseconds since 1970. Quantities are integers in thousandths of the unit.
 */
export type Entry = {
  id: number;
  label: string;
  /** Absent for a guest or a thing. */
  role?: "place" | "number" | "person";
  group?: string;
  /** A note that has to be read when the entry is scanned. */
  attention?: string;
  fields: Record<string, string>;
  blocked: boolean;
  validFrom?: number;
  validUntil?: number;
  /**
   * The unit in which a thing is counted, such as `kg`. Without it, things are counted in pieces.
   */
  unit?: string;
  /** A total below this quantity is reported. */
  minimum?: number;
  /** The number on a number card. */
  amount?: number;
  /** The lots of a thing that have been recalled. */
  recalled?: string[];
  /** The entry was added by the scan of an unknown code, and its label is that code. */
  unnamed?: true;
  /** Grows with every edit. */
  version: number;
};

/** The parts of an entry that a list can have. Quantities are in thousandths of the unit. */
export type EntryContent = Pick<Entry, "label" | "fields"> & {
  role?: Entry["role"] | undefined;
  group?: string | undefined;
  attention?: string | undefined;
  blocked?: boolean | undefined;
  unit?: string | undefined;
  minimum?: number | undefined;
  amount?: number | undefined;
  recalled?: string[] | undefined;
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

/** How a thing is that a register lends, or that it has inspected; `set` before its inspection. */
export type CareStatus = "lent" | "free" | "passed" | "failed" | "seen" | "set";

/** The date of a thing that is lent or inspected has come: it is due, overdue or missed. */
export type DueStage = (typeof dueStages)[number];

export const dueStages = ["due", "overdue", "missed"] as const;

/**
 * The state of an entry in a register. A guest is `inside` or `outside`. Of a thing in a stock, a
 * quantity is at a place; `counted` if the last movement there was a count, and `booked` otherwise.
 */
export type State = Omit<Presence, "status"> & {
  status: Presence["status"] | "booked" | "counted" | CareStatus;
  /** In thousandths of the unit; 0 but in a stock. */
  quantity: number;
  /** The entry of the person who has the thing. */
  holder?: number | undefined;
  /** When the thing has to be back, or be inspected, in milliseconds since 1970. */
  dueAt?: number | undefined;
  /** The last stage that was reported: 1 for the first one. */
  told?: number | undefined;
};

/**
 * A state at a place: the id of the entry of the place, or 0 for none. `label` is the name of the
 * place, and `holderLabel` that of the holder. `version` grows with every movement that changes the
 * state; after an undo, `effective` is the version that the undo led back to, and it is the version
 * itself otherwise.
 */
export type PlacedState = State & {
  place: number;
  label?: string | undefined;
  holderLabel?: string | undefined;
  version: number;
  effective: number;
};

/**
 * The things that a user has in hand between scans. Times are milliseconds since 1970, and places
 * are ids of entries.
 */
export type Hand = {
  place?: number | undefined;
  /** The place that things are moved from. */
  from?: number | undefined;
  /** The quantity of the next scan, in thousandths of a unit. */
  quantity?: number | undefined;
  /** The person who gets the things that follow, and until when by their answer. */
  holder?: number | undefined;
  dueAt?: number | undefined;
  /** When the place or the person was scanned. */
  since: number;
  /** When the user last scanned anything. */
  touchedAt: number;
};

/**
 * A stocktake that is going on. In a `blind` one, nobody who counts sees how much is expected. In a
 * `recount`, what each user counted is compared, not added up.
 */
export type OpenRound = { id: number; blind: boolean; recount: boolean };

/**
 * How much a user has counted of an entry at a place, by how many counts, with how much was booked
 * there at the last one. Quantities are in thousandths of the unit, times in milliseconds since
 * 1970.
 */
export type Tally = {
  place: number;
  door: string;
  counts: number;
  quantity: number;
  booked: number;
  countedAt: number;
};

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
