import type {
  Action,
  CareStatus,
  Entry,
  EntryContent,
  KindName,
  Presence,
} from "../registers/register.ts";
import type { Rules } from "../registers/rules.ts";
import type { AnswerMode, Code } from "../registers/verdict.ts";
import type { ImportUndone } from "./import-undo.ts";
import type {
  EntryName,
  MovementRecord,
  ToldMovement,
  TriedScan,
  TriedVerdict,
} from "./movements.ts";
import type { Origin, SealedSecrets } from "./routing.ts";

export type Binding = { inbox: string; action: Action; answer: AnswerMode };

/** A register. Times are ISO 8601 in UTC. */
export type RegisterRecord = {
  id: number;
  name: string;
  title?: string | undefined;
  kind: KindName;
  rules: Rules;
  /** The name of the register whose entries it borrows. */
  entriesFrom?: string | undefined;
  /** The name of the register that has the people to whom it lends. */
  peopleFrom?: string | undefined;
  /**
   * The guests are deleted this many days after the end of the event, or after the last movement.
   */
  keepDays?: number | undefined;
  /** The names of the secrets that are set: the keys of its tags. */
  secrets: string[];
  origin: Origin;
  createdAt: string;
  revision: number;
  changedAt: string;
  bindings: Binding[];
  inside: number;
  /** The number of entries that have ever come in. */
  admitted: number;
  refused: number;
  lastMovementAt?: string | undefined;
};

/** A register with the number of its entries, borrowed ones included. */
export type CountedRegister = RegisterRecord & { entries: number };

export type NewRegister = Pick<RegisterRecord, "name" | "title" | "kind" | "rules" | "keepDays"> & {
  entriesFrom?: string;
  peopleFrom?: string;
  secrets?: SealedSecrets;
  /** `dashboard` unless given. */
  origin?: Origin;
};

/** Changes the given parts. An empty title removes the title, and 0 removes the limit of days. */
export type RegisterChange = {
  title?: string;
  rules?: Rules;
  keepDays?: number;
  /** The secrets that change; null removes one. */
  secrets?: Record<string, string | null>;
  origin?: Origin;
  /** The change is made only if this is still the revision. */
  revision?: number;
};

/** A row of a list to import. Keys are those of `registers/keys.ts`. */
export type ImportRow = EntryContent & { keys: readonly string[] };

/**
 * The outcome of an import for a row, or with `dry` the expected outcome. `conflict`: the keys of
 * the row belong to different entries, or to the entry of an earlier row.
 */
export type ImportStatus = "new" | "changed" | "same" | "conflict";

/**
 * When a lead was first scanned, in milliseconds since 1970, by whom, and how often it was scanned.
 */
export type LeadRecord = { since: number; door: string; scans: number };

/** An entry with its keys, and its presence, its stock, its care or its meeting in one register. */
export type EntryRecord = Entry & {
  keys: string[];
  presence?: Presence | undefined;
  stock?: StockAt[] | undefined;
  care?: CareRecord | undefined;
  lead?: LeadRecord | undefined;
  /** The contact was asked for consent, and has not answered. */
  waits?: true | undefined;
};

/**
 * How a thing is that is lent or inspected: since when and by whom, who has it, and when it is due.
 * Times are milliseconds since 1970.
 */
export type CareRecord = {
  status: CareStatus;
  since: number;
  door: string;
  holder?: EntryName | undefined;
  dueAt?: number | undefined;
  /** The day of `dueAt` in the time zone of the hub; absent for a time of day. */
  dueDay?: string | undefined;
};

/**
 * How much of a thing is at a place, in thousandths of the unit. `place` is the id of the place, 0
 * for none. `since` and `door` tell of the last count if it was counted, else of the last movement;
 * `since` is in milliseconds since 1970.
 */
export type StockAt = {
  place: number;
  label?: string | undefined;
  quantity: number;
  isCounted: boolean;
  since: number;
  door: string;
};

export type EntryChange = {
  /** Another label names an entry that a scan added. */
  label?: string;
  /** Names it with the label that it has already. */
  unnamed?: false;
  /** Null removes the group. */
  group?: string | null;
  attention?: string | null;
  /** Replaces all fields. */
  fields?: Record<string, string>;
  blocked?: boolean;
  /** Milliseconds since 1970; null removes the bound. */
  validFrom?: number | null;
  validUntil?: number | null;
  role?: Entry["role"] | null;
  unit?: string | null;
  /** In thousandths of the unit. */
  minimum?: number | null | undefined;
  amount?: number | null | undefined;
  recalled?: string[] | null;
  /** The change is made only if nobody has named the entry yet. */
  ifUnnamed?: true;
};

/** The keys that are removed from an entry, and then those that are added. */
export type KeyChange = { remove: readonly string[]; add: readonly string[] };

/** A key that the entry with the label `by` has. */
export type TakenKey = { taken: string; by: string };

export type KeyOutcome = "changed" | "no-such-entry" | TakenKey;

export type AddedEntry = { id: number } | "no-such-register" | TakenKey;

/** Which entries of a register to list. All conditions have to apply. */
export type EntryFilter = {
  /** Words that the label or the keys contain. */
  text?: string | undefined;
  /** `article` stands for entries without a role: articles, things, and guests. */
  role?: NonNullable<Entry["role"]> | "article";
  /** Whether nobody has named the entry yet. */
  unnamed?: boolean;
  /** Whether there is less than the minimum at all places together. */
  low?: boolean;
  /** There is a quantity at the place with this id. */
  place?: number;
  /**
   * How the thing is by the register; `none` if it was never lent or inspected. `free` is every
   * thing of loans that nobody has and that is not blocked.
   */
  care?: CareStatus | "none";
  /** The person with this id has the thing. */
  holder?: number;
  /** The thing has to be back or to be inspected before this time, in milliseconds since 1970. */
  dueBefore?: number;
  blocked?: boolean;
  /** Whether the contact is a lead; false for one that waits for consent or for its first scan. */
  met?: boolean;
  /** A scan of this user was about the entry. */
  by?: string | undefined;
  /** The entry has one of these ids. */
  ids?: readonly number[];
};

/**
 * A page of entries: those that follow the entry `after`, in the order in which they were added, or
 * with `newest` in the opposite order.
 */
export type EntryList = EntryFilter & { after?: number; newest?: boolean; limit: number };

/** How many articles, places and number cards a stock has, and how many articles need care. */
export type StockCounts = {
  articles: number;
  places: number;
  numbers: number;
  people: number;
  unnamed: number;
  low: number;
};

/** The part of the store that registers need. */
export interface RegisterStore {
  /** Lists the registers by name. */
  registers(): Promise<RegisterRecord[]>;
  /** Returns the inboxes that feed a register. Undefined without such a register. */
  inboxesOfRegister(name: string): Promise<string[] | undefined>;
  /** Returns the sealed secrets of a register. */
  registerSecrets(name: string): Promise<SealedSecrets>;
  /** Lists the registers as `registers` does, and reads all entries to count them. */
  countedRegisters(): Promise<CountedRegister[]>;
  addRegister(register: NewRegister): Promise<"added" | "name-taken" | "no-such-register">;
  changeRegister(
    name: string,
    change: RegisterChange,
  ): Promise<"changed" | "no-such-register" | "changed-meanwhile">;
  /**
   * Removes a register with its entries and its journal, but no scans. Returns "borrowed", and
   * removes nothing, if another register borrows its entries.
   */
  removeRegister(name: string): Promise<"removed" | "no-such-register" | "borrowed">;
  /**
   * Makes an inbox feed a register, or no register if `binding` is undefined. An inbox feeds at
   * most one register.
   */
  bindInbox(
    inbox: string,
    binding: (Omit<Binding, "inbox"> & { register: string }) | undefined,
  ): Promise<"bound" | "no-such-inbox" | "no-such-register">;
  /** Counts the refused scans of a register by their code. */
  countRefused(id: number): Promise<Partial<Record<Code, number>>>;
  /** Counts the entries of a stock. */
  countStock(id: number): Promise<StockCounts>;

  /**
   * Adds and updates entries of a list in one transaction. Pass few rows at a time, so that no scan
   * waits long. `label` identifies the import. With `dry`, nothing is written. With `kept`, entries
   * keep what rows lack, and their own fields with these names. Returns a status for each row.
   */
  importEntries(
    id: number,
    rows: readonly ImportRow[],
    options: { label: string; dry: boolean; kept?: readonly string[] | undefined },
  ): Promise<ImportStatus[]>;
  /**
   * Blocks entries that an import did not contain, and returns how many were not blocked before.
   * Pass few at a time, so that no scan waits long.
   */
  blockEntries(id: number, entries: readonly number[]): Promise<number>;
  /**
   * Forgets the values of entries before the last import, which can then no longer be undone. Call
   * this before a new import.
   */
  forgetImport(id: number): Promise<void>;
  /**
   * Undoes the last import a few entries at a time, so that no scan waits long: removes the entries
   * that it added, and puts back those that it changed or blocked. Leaves entries as they are that
   * were changed by hand or have moved since. All counts are 0 if there is no import to undo, or if
   * it was already undone.
   */
  undoImport(id: number): Promise<ImportUndone>;
  /**
   * Counts the entries that the last import added, changed or blocked and nobody has changed by
   * hand since. 0 means that there is no import to undo.
   */
  countImported(id: number): Promise<number>;
  /**
   * Adds codes, as keys of `registers/keys.ts`, to entries without a code. Skips an entry that has
   * a code by now, and a code that another entry has. Returns the number of added codes. Pass few
   * at a time, so that no scan waits long.
   */
  addCodes(id: number, codes: readonly { entry: number; key: string }[]): Promise<number>;
  /**
   * Adds an entry. If another entry has one of its keys, adds nothing and returns that key with the
   * label of the other entry.
   */
  addEntry(id: number, entry: ImportRow): Promise<AddedEntry>;
  /** Lists entries of a register. */
  entries(id: number, list: EntryList): Promise<EntryRecord[]>;
  entry(id: number, entry: number): Promise<EntryRecord | undefined>;
  /** Counts the entries of which there is a quantity at a place. */
  countAtPlace(place: number): Promise<number>;
  /** Returns "changed-meanwhile" if the change was for an unnamed entry, but it has a name. */
  changeEntry(
    id: number,
    entry: number,
    change: EntryChange,
  ): Promise<"changed" | "no-such-entry" | "changed-meanwhile">;
  /**
   * Removes keys of `registers/keys.ts` from an entry and adds others. If another entry has one of
   * the added keys, changes nothing and returns that key with the label of the other entry.
   */
  changeKeys(id: number, entry: number, change: KeyChange): Promise<KeyOutcome>;
  /** Lists movements, the newest first. */
  movements(
    id: number,
    list: { entry?: number; before?: number; limit: number },
  ): Promise<MovementRecord[]>;
  /**
   * Lists the movements with an id greater than `after`, the oldest first, with their verdicts.
   * Returns an empty list for a register that was removed.
   */
  toldMovements(id: number, list: { after: number; limit: number }): Promise<ToldMovement[]>;
  /** Ends what a user of an inbox has in hand. */
  putDown(inbox: string, user: string): Promise<void>;
  /** Decides about a scan without storing anything. */
  tryScan(id: number, scan: TriedScan): Promise<TriedVerdict>;
  /**
   * Deletes the entries and the rounds, and removes names, replies and answers from the journal, so
   * that no name is left in the database or its log. Borrowed entries stay. Includes the journals
   * of registers that borrow entries or people from this one. Returns the number of deleted
   * entries.
   */
  emptyRegister(id: number): Promise<number>;
}
