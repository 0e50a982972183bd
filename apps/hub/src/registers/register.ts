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

/** The rules of a register of any kind. A register has only those of its own kind. */
export type Rules = CheckInRules & StockRules;

/** The kind of a register. It says what a scan does (`kinds/`). */
export type KindName = "check-in" | "stock";

/** The actions of scans in a register of each kind, the default first. */
export const actions = {
  "check-in": ["in", "out", "toggle"],
  stock: ["count", "add", "remove", "move"],
} as const satisfies Record<KindName, readonly string[]>;

export type CheckInAction = (typeof actions)["check-in"][number];
export type StockAction = (typeof actions)["stock"][number];

/**
 * The effect of a scan in an inbox. `toggle` checks a guest out who is inside, and in who is not.
 */
export type Action = CheckInAction | StockAction;

/**
 * How the receiver answers senders that do not ask for a verdict: with a status that depends on the
 * verdict (`negotiated`), or always with 200.
 */
export type AnswerMode = "negotiated" | "always-2xx";

/**
 * A guest or a thing as the register knows it, a place, or a number card. Times are milliseconds
 * since 1970. Quantities are integers in thousandths of the unit.
 */
export type Entry = {
  id: number;
  label: string;
  /** Absent for a guest or a thing. */
  role?: "place" | "number";
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

/**
 * The state of an entry in a register. A guest is `inside` or `outside`. Of a thing, a quantity is
 * at a place; `counted` if the last movement there was a count, and `booked` otherwise.
 */
export type State = Omit<Presence, "status"> & {
  status: Presence["status"] | "booked" | "counted";
  /** In thousandths of the unit; 0 for a guest. */
  quantity: number;
};

/**
 * A state at a place: the id of the entry of the place, or 0 for none. `label` is the name of the
 * place. `version` grows with every movement that changes the state; after an undo, `effective` is
 * the version that the undo led back to, and it is the version itself otherwise.
 */
export type PlacedState = State & {
  place: number;
  label?: string | undefined;
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
  /** When the place was scanned. */
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
 * The task that a verdict gives to the person at the door: let the guest in, read the verdict
 * first, or refuse.
 */
export type Result = (typeof results)[number];

export const results = ["yes", "look", "no"] as const;

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

/**
 * The things that a user has in hand. `until` is when it is put down if nothing is scanned, in ISO
 * 8601.
 */
export type ToldHand = {
  action: Action;
  place?: string | undefined;
  from?: string | undefined;
  quantity?: number | undefined;
  until: string;
};
