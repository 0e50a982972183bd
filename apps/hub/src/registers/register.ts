/** The kind of a register. It says what a scan does (`kinds/`). */
export type KindName = "check-in" | "stock" | "loans" | "inspection" | "leads";

/** The actions of scans in a register of each kind, the default first. */
export const actions = {
  "check-in": ["in", "out", "toggle"],
  stock: ["count", "add", "remove", "move"],
  loans: ["lend-or-return", "lend", "return"],
  inspection: ["inspect"],
  leads: ["meet"],
} as const satisfies Record<KindName, readonly string[]>;

export type CheckInAction = (typeof actions)["check-in"][number];
export type StockAction = (typeof actions)["stock"][number];
export type LoanAction = (typeof actions)["loans"][number];
export type InspectionAction = (typeof actions)["inspection"][number];
export type LeadAction = (typeof actions)["leads"][number];

/** Tells whether the entries of a kind are people: guests or contacts. */
export function isOfPeople(kind: KindName): boolean {
  return kind === "check-in" || kind === "leads";
}

/**
 * The effect of a scan in an inbox. `toggle` checks a guest out who is inside, and in who is not;
 * `lend-or-return` takes back a thing that is lent, and lends one that is not.
 */
export type Action = CheckInAction | StockAction | LoanAction | InspectionAction | LeadAction;

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

/** An entry that a decision adds. */
export type NewEntry = Omit<Entry, "id" | "version">;

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

/**
 * Whether a contact is a lead, or was `asked` for consent. One who did not consent, or whose scan
 * was undone, is `dropped` until it is deleted, which follows at once.
 */
export type LeadStatus = "met" | "asked" | "dropped";

/** The date of a thing that is lent or inspected has come: it is due, overdue or missed. */
export type DueStage = (typeof dueStages)[number];

export const dueStages = ["due", "overdue", "missed"] as const;

/**
 * The state of an entry in a register. A guest is `inside` or `outside`. Of a thing in a stock, a
 * quantity is at a place; `counted` if the last movement there was a count, and `booked` otherwise.
 * `since` and `door` of a lead tell of its first scan, and `uses` is the number of its scans.
 */
export type State = Omit<Presence, "status"> & {
  status: Presence["status"] | "booked" | "counted" | CareStatus | LeadStatus;
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
