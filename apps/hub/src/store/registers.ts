import type {
  Action,
  AnswerMode,
  CheckInRules,
  Code,
  Entry,
  Presence,
  Result,
  Verdict,
} from "../registers/register.ts";
import type { Origin } from "./forwarding.ts";
import type { ImportUndone } from "./import-undo.ts";

/** A question that a register has to decide when a scan is stored. */
export type DecisionRequest =
  /** A scan in an inbox that feeds a register: its binding says what it does. */
  | { kind: "scan" }
  /** A person checks an entry in or out by hand. `forced` lets it in against the rules. */
  | { kind: "act"; register: number; entry: number; action: "in" | "out"; forced?: boolean }
  | { kind: "undo"; register: number; movement: number }
  /**
   * Everybody who came in before this time, in milliseconds since 1970, is checked out by a rule.
   */
  | { kind: "exit-all"; register: number; before: number };

export type Binding = { inbox: string; action: Action; answer: AnswerMode };

/** A register. Times are ISO 8601 in UTC. */
export type RegisterRecord = {
  id: number;
  name: string;
  title?: string;
  kind: "check-in";
  rules: CheckInRules;
  /** The name of the register that it borrows its entries from. */
  entriesFrom?: string;
  /** How many days after its end, or after its last movement, the guests are deleted. */
  keepDays?: number;
  origin: Origin;
  createdAt: string;
  revision: number;
  changedAt: string;
  bindings: Binding[];
  /** The number of entries, borrowed ones included. */
  entries: number;
  inside: number;
  /** How many entries ever came in. */
  admitted: number;
  refused: number;
  lastMovementAt?: string;
};

export type NewRegister = Pick<RegisterRecord, "name" | "title" | "kind" | "rules" | "keepDays"> & {
  entriesFrom?: string;
  /** `dashboard` unless given. */
  origin?: Origin;
};

/** Changes the given parts. An empty title removes the title, and 0 removes the limit of days. */
export type RegisterChange = {
  title?: string;
  rules?: CheckInRules;
  keepDays?: number;
  origin?: Origin;
  /** The change is made only if this is still the revision. */
  revision?: number;
};

/** A row of a list to import. Keys are those of `registers/keys.ts`. */
export type ImportRow = {
  keys: readonly string[];
  label: string;
  group?: string;
  attention?: string;
  blocked?: boolean;
  fields: Record<string, string>;
};

/**
 * The outcome of an import for a row, or with `dry` the expected one. `conflict`: its keys belong
 * to different entries.
 */
export type ImportStatus = "new" | "changed" | "same" | "conflict";

/** An entry with its keys, and its presence in one register. */
export type EntryRecord = Entry & { keys: string[]; presence?: Presence };

export type EntryChange = {
  label?: string;
  /** Null removes it. */
  group?: string | null;
  attention?: string | null;
  /** Replaces all fields. */
  fields?: Record<string, string>;
  blocked?: boolean;
  /** Milliseconds since 1970; null removes the bound. */
  validFrom?: number | null;
  validUntil?: number | null;
};

/** The keys that an entry loses, then those that it gets. */
export type KeyChange = { remove: readonly string[]; add: readonly string[] };

export type KeyOutcome = "changed" | "no-such-entry" | { taken: string; by: string };

/** A line of the journal. `at` is ISO 8601. */
export type MovementRecord = {
  id: number;
  entry?: number;
  /** The label of the entry as it is now. */
  label?: string;
  scan: number;
  undoes?: number;
  at: string;
  door: string;
  action: string;
  result: Result;
  code: Code;
  forced: boolean;
  /**
   * The first 200 characters of a code that is on no list, or on several; of a tag without text its
   * UID.
   */
  scanned?: string;
};

/**
 * A movement with the verdict that its sender was told. Once the register was emptied, the verdict
 * names nobody.
 */
export type ToldMovement = MovementRecord & { verdict: Verdict };

/**
 * A verdict that nothing is stored of. `lineProblem`: why the owner's own line is not in it
 * although there is one.
 */
export type TriedVerdict = Verdict & { lineProblem?: string };

/** The part of the store that registers need. */
export interface RegisterStore {
  /** Lists the registers by name. */
  registers(): Promise<RegisterRecord[]>;
  addRegister(register: NewRegister): Promise<"added" | "name-taken" | "no-such-register">;
  changeRegister(
    name: string,
    change: RegisterChange,
  ): Promise<"changed" | "no-such-register" | "changed-meanwhile">;
  /**
   * Removes a register with its entries and its journal, but no scans. `borrowed`: another one has
   * its entries from it.
   */
  removeRegister(name: string): Promise<"removed" | "no-such-register" | "borrowed">;
  /** Lets an inbox feed a register, or none. An inbox feeds one register at most. */
  bindInbox(
    inbox: string,
    binding: (Omit<Binding, "inbox"> & { register: string }) | undefined,
  ): Promise<"bound" | "no-such-inbox" | "no-such-register">;
  /** Counts the refused scans of a register by their code. */
  countRefused(id: number): Promise<Partial<Record<Code, number>>>;

  /**
   * Adds and updates entries of a list, in one transaction: pass few rows at a time, so that no
   * scan waits long. `label` is the name of the import. With `dry`, nothing is written.
   */
  importEntries(
    id: number,
    rows: readonly ImportRow[],
    options: { label: string; dry: boolean },
  ): Promise<ImportStatus[]>;
  /**
   * Blocks entries that an import did not contain, and returns how many were not blocked before.
   * Pass few at a time, so that no scan waits long.
   */
  blockEntries(id: number, entries: readonly number[]): Promise<number>;
  /**
   * Forgets what entries had before the last import, which then cannot be undone. Call before a new
   * one.
   */
  forgetImport(id: number): Promise<void>;
  /**
   * Undoes the last import a few entries at a time, so that no scan waits long: removes the entries
   * that it added, and puts back those that it changed or blocked. Leaves what was changed by hand
   * or has moved since. All counts are 0 if there is nothing to undo, also after it was undone.
   */
  undoImport(id: number): Promise<ImportUndone>;
  /**
   * Gives entries without a code one, as a key of `registers/keys.ts`, except where the entry has
   * one meanwhile or another has this one. Returns how many it gave. Pass few at a time, so that no
   * scan waits long.
   */
  addCodes(id: number, codes: readonly { entry: number; key: string }[]): Promise<number>;
  /** Lists the entries of a register by id, of whose label or keys `text` is a part. */
  entries(
    id: number,
    list: { text?: string; after?: number; limit: number },
  ): Promise<EntryRecord[]>;
  entry(id: number, entry: number): Promise<EntryRecord | undefined>;
  changeEntry(id: number, entry: number, change: EntryChange): Promise<"changed" | "no-such-entry">;
  /**
   * Takes keys of `registers/keys.ts` from an entry and gives it others. Changes nothing if one of
   * these is another entry's: the outcome then is that key and the label of the other entry.
   */
  changeKeys(id: number, entry: number, change: KeyChange): Promise<KeyOutcome>;
  /** Lists movements, the newest first. */
  movements(
    id: number,
    list: { entry?: number; before?: number; limit: number },
  ): Promise<MovementRecord[]>;
  /**
   * Lists the movements after one, the oldest first, with the verdicts. Empty for a register that
   * was removed.
   */
  toldMovements(id: number, list: { after: number; limit: number }): Promise<ToldMovement[]>;
  /** Decides about a scan without storing anything. */
  tryScan(
    id: number,
    scan: { content: string; tag?: string; action: Action },
  ): Promise<TriedVerdict>;
  /**
   * Deletes the entries, and takes names and replies out of the journal, so that no name is left in
   * the database or its log. Returns how many entries it deleted. A borrowed list stays.
   */
  emptyRegister(id: number): Promise<number>;
}
