import { type Parsed, refuse } from "../parsed.ts";
import { nothing } from "../registers/import.ts";
import type { ImportColumns } from "../registers/import-columns.ts";
import { toPlaceKey } from "../registers/import-stock.ts";
import { textKey } from "../registers/keys.ts";
import { keyRulesOf } from "../registers/kinds/kinds.ts";
import type { ReadRow } from "../registers/read-row.ts";
import type { CommonRules } from "../registers/rules.ts";
import { createTimeBox } from "../registers/time-box.ts";
import type { EntryRecord, RegisterRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";
import { say } from "../texts/exact-message.ts";
import { actInGroups } from "./act-in-groups.ts";
import { findRegister } from "./find-register.ts";
import { findEntry, findRoleProblem } from "./listed-entries.ts";
import type { Act } from "./manual-actions.ts";
import { readEntries } from "./read-entries.ts";

type CareRegister = Pick<RegisterRecord, "id" | "kind" | "rules" | "entriesFrom" | "peopleFrom">;

/** The effects of a list on loans or an inspection, apart from its entries. */
export type CarePlan = {
  /** The people who do not exist yet, as rows to import before the others. */
  people: ReadRow[];
  acts: PlannedCare[];
  /** The entries before the import. */
  byKey: ReadonlyMap<string, EntryRecord>;
};

/** The person who gets a thing by a list, and the date when it is due. */
type PlannedCare = { row: ReadRow; holder: Person | undefined; dueAt: number | undefined };

/** A person of the list, or of the register that has the people. `id` is absent for a new one. */
type Person = Pick<EntryRecord, "keys"> & {
  id?: number | undefined;
  blocked?: boolean | undefined;
};

/** How many things were lent, how many got a date, and how many were so already. */
export type CareReport = {
  /** How many people were added. */
  people: number;
  lent: number;
  dated: number;
  same: number;
  refused: number;
  /** The first of those that were refused. */
  refusals: { line: number; text: string }[];
};

const maxShownLines = 5;
const maxShownRefusals = 20;

/**
 * Plans the import of rows into loans or an inspection. Completes the rows by what their entries
 * have, which may be in a stock, too. Resolves to one sentence if a row has a wrong role, or is
 * with somebody who is unknown or ambiguous.
 */
export async function planCare(
  store: Pick<Store, "entries" | "registers">,
  register: CareRegister,
  rows: readonly ReadRow[],
  used: ImportColumns,
): Promise<Parsed<CarePlan>> {
  const { id, kind } = register;
  const { byKey, names } = await readPeople(store, id, ({ role }) => role === "person");
  const guests = await readGuests(store, register);
  const problems: string[] = [];
  const timeBox = createTimeBox();
  for (const row of rows) {
    const existing = findEntry(byKey, row);
    const problem = findRoleProblem(row, existing, kind);
    if (existing) completeRow(row, existing, used);
    const change = existing && (await findRoleChange(store, register, row, existing));
    const wrong = problem ?? change;
    if (wrong) problems.push(say("row", { line: `${row.line}`, problem: wrong }));
    if (row.role === "person")
      addName(names, row.label, existing?.id ?? row, toPerson(row, existing));
    if (timeBox.isOver()) await timeBox.next();
  }
  const rowByKey = new Map(rows.flatMap((row) => row.keys.map((key) => [key, row] as const)));
  const rules = keyRulesOf(register);
  const plan: CarePlan = { people: [], acts: [], byKey };
  const linesOfUnknown = new Map<string, number[]>();
  for (const row of rows) {
    const { line, role, holder: name, dueAt } = row;
    if (name === undefined && dueAt === undefined) continue;
    const isOfThings = role === undefined || (kind === "inspection" && role === "place");
    const holder = name === undefined || !isOfThings ? undefined : findHolder(row, name);
    if (!isOfThings) {
      const column = `${name === undefined ? used.due : used.holder}`;
      const problem = say(`row-${role}-has-column`, { column });
      problems.push(say("row", { line: `${line}`, problem }));
    } else if (typeof holder === "string")
      problems.push(say("row", { line: `${line}`, problem: holder }));
    else plan.acts.push({ row, holder, dueAt });
    if (timeBox.isOver()) await timeBox.next();
  }
  for (const [name, lines] of linesOfUnknown) problems.push(describeUnknown(name, lines));
  return problems.length > 0 ? refuse(nothing(problems)) : { ok: true, value: plan };

  /** Returns the person whom a row names, who may be new, or what is wrong with the name. */
  function findHolder(row: ReadRow, name: string): Person | string | undefined {
    const key = toPlaceKey(name);
    const named = [
      ...(names.get(key)?.values() ?? []),
      ...(guests?.names.get(key)?.values() ?? []),
    ];
    const coded = findCoded(name);
    const current = findEntry(byKey, row)?.care?.holder?.id;
    const found = [...named, ...(coded ? [coded] : [])];
    const same = found.find((person) => current !== undefined && person.id === current);
    if (same) return same;
    if (named.length > 1) return say("row-person-ambiguous", { name });
    if (found[0]) return found[0];
    if (used.role !== undefined || register.peopleFrom !== undefined) {
      linesOfUnknown.set(name, [...(linesOfUnknown.get(name) ?? []), row.line]);
      return undefined;
    }
    const { line } = row;
    const added: ReadRow = { line, keys: [], label: name, role: "person", fields: {} };
    plan.people.push(added);
    addName(names, name, added, added);
    return added;
  }

  function findCoded(code: string): Person | undefined {
    const key = textKey(code, rules);
    const row = key === undefined ? undefined : rowByKey.get(key);
    const entry = key === undefined ? undefined : byKey.get(key);
    if ((row ?? entry)?.role === "person") return row ? toPerson(row, entry) : entry;
    const guestKey = guests && textKey(code, guests.rules);
    return guestKey === undefined ? undefined : guests?.byKey.get(guestKey);
  }
}

function toPerson({ keys, blocked }: ReadRow, entry: EntryRecord | undefined): Person {
  return { keys, blocked, id: entry?.id };
}

function describeUnknown(name: string, lines: readonly number[]): string {
  const shown = lines.slice(0, maxShownLines).join(", ");
  const more = lines.length > maxShownLines ? ", …" : "";
  return lines.length === 1
    ? say("row-person-unknown", { line: shown, name })
    : say("rows-person-unknown", { lines: `${shown}${more}`, name });
}

/** The people of a list by the forms of their names that `toPlaceKey` makes. */
type Names = Map<string, Map<unknown, Person>>;

/** Adds a person under a name. `identity` is the same for each mention of the same person. */
function addName(names: Names, name: string, identity: unknown, person: Person): void {
  const key = toPlaceKey(name);
  const known = names.get(key) ?? new Map();
  names.set(key, known.set(identity, person));
}

/** Reads the entries of a register by their keys, and those of them who are people by name. */
async function readPeople(
  store: Pick<Store, "entries">,
  id: number,
  isPerson: (entry: EntryRecord) => boolean,
): Promise<{ byKey: Map<string, EntryRecord>; names: Names }> {
  const byKey = new Map<string, EntryRecord>();
  const names: Names = new Map();
  const timeBox = createTimeBox();
  for await (const page of readEntries(store, id)) {
    for (const entry of page) {
      for (const key of entry.keys) byKey.set(key, entry);
      if (isPerson(entry)) addName(names, entry.label, entry.id, entry);
    }
    if (timeBox.isOver()) await timeBox.next();
  }
  return { byKey, names };
}

/** Reads the guests of the register that has the people; undefined without one. */
async function readGuests(
  store: Pick<Store, "entries" | "registers">,
  { peopleFrom }: CareRegister,
) {
  const register = peopleFrom === undefined ? undefined : await findRegister(store, peopleFrom);
  if (!register) return undefined;
  const read = await readPeople(store, register.id, () => true);
  return { ...read, rules: keyRulesOf(register) };
}

/** Gives a row what its entry has and this list has no column for. */
function completeRow(row: ReadRow, entry: EntryRecord, used: ImportColumns): void {
  if (used.role === undefined) row.role = entry.role;
  row.unit = entry.unit;
  row.minimum = entry.minimum;
  row.recalled = entry.recalled;
  row.amount = row.role === "number" ? entry.amount : undefined;
}

/** Returns why the role of an entry cannot change, as the end of a sentence. */
async function findRoleChange(
  store: Pick<Store, "entries">,
  { id, entriesFrom }: CareRegister,
  { role }: ReadRow,
  entry: EntryRecord,
): Promise<string | undefined> {
  if (role === entry.role) return undefined;
  const changed = { entry: entry.label };
  if (entriesFrom !== undefined)
    return say("row-changes-role-of-list", { ...changed, list: entriesFrom });
  if (entry.care?.status === "lent") return say("row-changes-role-of-lent", changed);
  const isPerson = entry.role === "person";
  const things = isPerson ? await store.entries(id, { holder: entry.id, limit: 1 }) : [];
  return things.length > 0 ? say("row-changes-role-with-things", changed) : undefined;
}

/**
 * Lends things and sets dates by hand as planned, a few at a time, where they differ. Call it after
 * the rows are imported. A dry run only says what it would do. `isLeftOut` tells the rows that were
 * not imported.
 */
export async function bookCare(
  store: Store,
  { id: register, kind, rules }: Pick<RegisterRecord, "id" | "kind" | "rules">,
  { people, acts, byKey: before }: CarePlan,
  { dry, isLeftOut }: { dry: boolean; isLeftOut: (row: ReadRow) => boolean },
): Promise<CareReport> {
  const report: CareReport = {
    people: people.length,
    lent: 0,
    dated: 0,
    same: 0,
    refused: 0,
    refusals: [],
  };
  const leaveOut = ({ row }: PlannedCare, text: string) => {
    report.refused += 1;
    if (report.refusals.length < maxShownRefusals) report.refusals.push({ line: row.line, text });
  };
  const isUnchanged = dry || acts.length === 0;
  const { byKey } = isUnchanged
    ? { byKey: before }
    : await readPeople(store, register, () => false);
  const open: (PlannedCare & { step: "lend" | "set-due" })[] = [];
  const timeBox = createTimeBox();
  for (const planned of acts) {
    const step = isLeftOut(planned.row) ? undefined : findStep(planned, byKey, kind);
    if (step === undefined) leaveOut(planned, say("row-of-several-entries"));
    else if (step === "not-lent") leaveOut(planned, say("row-not-lent"));
    else if (step === "same") report.same += 1;
    else open.push({ ...planned, step });
    if (timeBox.isOver()) await timeBox.next();
  }
  const count = (step: "lend" | "set-due") => {
    report[step === "lend" ? "lent" : "dated"] += 1;
  };
  if (dry) {
    for (const { step } of open) count(step);
    return report;
  }
  await actInGroups(
    store,
    register,
    open,
    (planned) => toAct(planned, { register, rules, byKey }),
    (planned, verdict) => {
      if (verdict && doneCodes.includes(verdict.code)) count(planned.step);
      else leaveOut(planned, verdict?.text ?? say("row-thing-gone"));
    },
  );
  return report;
}

const doneCodes: readonly string[] = ["lent", "handed-over", "due-set"];

/** Returns what has to be done so that a thing is as planned. */
function findStep(
  { row, holder, dueAt }: PlannedCare,
  byKey: ReadonlyMap<string, EntryRecord>,
  kind: RegisterRecord["kind"],
): "same" | "lend" | "set-due" | "not-lent" {
  const care = findEntry(byKey, row)?.care;
  const step = dueAt === undefined || dueAt === care?.dueAt ? "same" : "set-due";
  if (kind === "inspection") return step;
  const isLent = care?.status === "lent";
  if (!holder) return isLent ? step : "not-lent";
  const id = toId(holder, byKey);
  return isLent && id !== undefined && id === care.holder?.id ? step : "lend";
}

function toId({ id, keys }: Person, byKey: ReadonlyMap<string, EntryRecord>): number | undefined {
  return id ?? findEntry(byKey, { keys })?.id;
}

/** Returns the act of a step; undefined if the thing or the person is gone. */
function toAct(
  { row, holder: person, dueAt, step }: PlannedCare & { step: "lend" | "set-due" },
  {
    register,
    rules,
    byKey,
  }: { register: number; rules: CommonRules; byKey: ReadonlyMap<string, EntryRecord> },
): Act | undefined {
  const entry = findEntry(byKey, row);
  if (!entry) return undefined;
  if (step === "set-due") return { kind: "set-due", register, entry: entry.id, dueAt };
  const holder = person && toId(person, byKey);
  if (holder === undefined) return undefined;
  // The list knows who has the thing, whatever the rules say about further loans.
  const isBarred = entry.blocked || person?.blocked || rules.closed;
  const forced = Boolean(isBarred) || entry.care?.status === "lent";
  return { kind: "act", action: "lend", register, entry: entry.id, holder, dueAt, forced };
}
