import { codeOf } from "../registers/keys.ts";
import { formatAnswer } from "../registers/questions.ts";
import { createDueList, type DueThing } from "../registers/reports/due-list.ts";
import {
  createSpanLog,
  createThingLog,
  type Inspection,
  type InspectionResult,
} from "../registers/reports/inspection-log.ts";
import { createLoanList, createReceipt, type LentThing } from "../registers/reports/loan-list.ts";
import type { Report } from "../registers/reports/report.ts";
import { splitFields } from "../registers/shown-fields.ts";
import type { MovementRecord } from "../store/movements.ts";
import type { EntryRecord, RegisterRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";
import { findStage } from "./care-counts.ts";
import { findPerson } from "./find-person.ts";

/** The reports of each kind of register. */
export const reportNames = {
  loans: ["loans", "receipt"],
  inspection: ["due", "log"],
} as const;

/**
 * A report to make: the things to inspect, what is lent, what one person has, or the inspections of
 * a thing or of a span. Times are milliseconds since 1970.
 */
export type ReportRequest =
  | { report: "due" }
  | { report: "loans" }
  | { report: "receipt"; holder: number }
  | { report: "log"; entry?: number | undefined; from: number; to: number };

type ReportStore = Pick<Store, "entries" | "entry" | "inspections" | "registers">;
type ReportRegister = Pick<
  RegisterRecord,
  "id" | "name" | "title" | "kind" | "rules" | "peopleFrom"
>;

const pageSize = 500;

/** Makes a report of a register. Resolves to undefined if its entry does not exist. */
export async function createReport(
  store: ReportStore,
  register: ReportRegister,
  request: ReportRequest,
  now: number,
): Promise<Report | undefined> {
  const origin = { register: register.title ?? register.name, now };
  if (request.report === "due") return createDueList(await listDue(store, register, now), origin);
  if (request.report === "loans") return createLoanList(await listLent(store, register), origin);
  if (request.report === "receipt") {
    const person = await findPerson(store, register, request.holder);
    const things = person && (await listLent(store, register, person.id));
    return person && things && createReceipt(person.label, things, origin);
  }
  const { entry: id, from, to } = request;
  const movements = await listInspections(store, register.id, request);
  if (id === undefined) {
    const codeById = await readCodes(store, register.id, movements);
    const inspections = movements.map((movement) => ({
      ...toInspection(movement),
      code: codeById.get(movement.entry ?? 0),
    }));
    return createSpanLog(inspections, { ...origin, from, to });
  }
  const entry = await store.entry(register.id, id);
  return entry && createThingLog(toThing(entry, register), movements.map(toInspection), origin);
}

async function listDue(
  store: ReportStore,
  register: ReportRegister,
  now: number,
): Promise<DueThing[]> {
  const due: DueThing[] = [];
  for await (const entry of readThings(store, register.id, { blocked: false })) {
    const { label, role, keys, group, care } = entry;
    if (role !== undefined && !(role === "place" && care)) continue;
    const stage = care && findStage(register, { ...care, group }, now);
    const isNew = !care || (care.status === "set" && care.dueAt === undefined);
    const status = care?.status === "failed" ? "failed" : (stage ?? (isNew ? "never" : undefined));
    if (!status) continue;
    const isInspected = care !== undefined && care.status !== "set";
    due.push({
      label,
      code: codeOf(keys),
      group,
      status,
      since: isInspected ? care.since : undefined,
      door: isInspected ? care.door : undefined,
      result: isInspected ? (care.status as InspectionResult) : undefined,
      due: care?.dueAt,
    });
  }
  return due.sort((one, other) => compareLabels(one.label, other.label));
}

const { compare: compareLabels } = new Intl.Collator("en", { numeric: true });

async function listLent(
  store: ReportStore,
  { id }: ReportRegister,
  holder?: number,
): Promise<LentThing[]> {
  const lent: LentThing[] = [];
  const filter = holder === undefined ? { care: "lent" as const } : { holder };
  for await (const { label, keys, care } of readThings(store, id, filter))
    lent.push({
      label,
      code: codeOf(keys),
      holder: care?.holder?.label,
      since: care?.since,
      due: care?.dueAt,
    });
  return lent;
}

async function* readThings(
  store: ReportStore,
  id: number,
  filter: Omit<Parameters<Store["entries"]>[1], "limit">,
): AsyncGenerator<EntryRecord> {
  for (let after = 0; ; ) {
    const page = await store.entries(id, { ...filter, after, limit: pageSize });
    yield* page;
    if (page.length < pageSize) return;
    after = page.at(-1)!.id;
  }
}

async function listInspections(
  store: ReportStore,
  id: number,
  { entry, from, to }: { entry?: number | undefined; from: number; to: number },
): Promise<MovementRecord[]> {
  const found: MovementRecord[] = [];
  for (let after = 0; ; ) {
    const page = await store.inspections(id, { entry, from, to, after, limit: pageSize });
    found.push(...page);
    if (page.length < pageSize) return found;
    after = page.at(-1)!.id;
  }
}

/** Resolves to the codes of the things of movements, by the ids of their entries. */
async function readCodes(
  store: ReportStore,
  id: number,
  movements: readonly MovementRecord[],
): Promise<Map<number, string | undefined>> {
  const wanted = [...new Set(movements.flatMap(({ entry }) => entry ?? []))];
  const codes = new Map<number, string | undefined>();
  for (let start = 0; start < wanted.length; start += pageSize) {
    const ids = wanted.slice(start, start + pageSize);
    for (const entry of await store.entries(id, { ids, limit: pageSize }))
      codes.set(entry.id, codeOf(entry.keys));
  }
  return codes;
}

/** A pass after another inspection of the thing counts as one, though it changed nothing. */
function toInspection({ at, door, label = "", code, answers = [] }: MovementRecord): Inspection {
  return {
    at: Date.parse(at),
    door,
    label,
    result: code === "failed" || code === "seen" ? code : "passed",
    answers: answers.map((answer) => ({
      label: answer.label,
      value: formatAnswer(answer),
      isFail: answer.fail === true,
    })),
  };
}

function toThing({ label, keys, group, care, fields }: EntryRecord, { rules }: ReportRegister) {
  const { shown } = splitFields(fields, rules);
  return { label, code: codeOf(keys), group, due: care?.dueAt, facts: shown };
}
