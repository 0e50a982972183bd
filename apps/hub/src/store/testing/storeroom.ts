import type { Entry, StockAction } from "../../registers/register.ts";
import type { Verdict } from "../../registers/verdict.ts";
import type { DecisionRequest } from "../decision-request.ts";
import type { EntryFilter, EntryRecord, ImportRow, RegisterRecord } from "../registers.ts";
import { type Subject, toArrival } from "./subject.ts";

/** Makes a row of a list of articles, places and number cards. */
export const article = (
  code: string,
  label: string,
  change: Partial<ImportRow> = {},
): ImportRow => ({
  keys: [code.startsWith("g:") ? code : `t:${code}`],
  label,
  fields: {},
  ...change,
});

/**
 * Creates functions that act on the register "parts" of a store as its users would. It has an inbox
 * for each action with that name, the places A, B and C, the number card N-12 and the articles
 * SCREW and FLOUR.
 */
export function createStoreroom(subject: Subject) {
  const find = async (): Promise<RegisterRecord> =>
    (await subject.store.registers()).find(({ name }) => name === "parts")!;
  const importRows = async (...rows: ImportRow[]) =>
    subject.store.importEntries((await find()).id, rows, { label: "first", dry: false });
  let scans = 0;
  const toScan = (
    action: StockAction,
    content: string,
    { user = "ada", quantity }: { user?: string | undefined; quantity?: number } = {},
  ) => {
    scans += 1;
    const request = { kind: "scan", quantity } as DecisionRequest;
    const scan = { identifier: `scan ${scans}`, date: subject.now().toISOString(), content };
    return toArrival({ ...scan, inbox: action, user, receivedAt: subject.now(), request });
  };
  const scan = async (...parts: Parameters<typeof toScan>): Promise<Verdict> =>
    (await subject.store.append(toScan(...parts))).verdict!;
  /** Scans codes one after another, and returns the last verdict. */
  const scanAll = async (action: StockAction, ...contents: string[]): Promise<Verdict> => {
    let verdict: Verdict | undefined;
    for (const content of contents) verdict = await scan(action, content);
    return verdict!;
  };
  const perform = async (request: DecisionRequest, user?: string): Promise<Verdict> => {
    const { user: _, ...arrival } = toScan("count", "by hand");
    return (await subject.store.append({ ...arrival, ...(user && { user }), request })).verdict!;
  };
  const undo = async (movement: number): Promise<Verdict> =>
    perform({ kind: "undo", register: (await find()).id, movement });
  const correct = async (movement: number, quantity: number): Promise<Verdict> =>
    perform({ kind: "correct", register: (await find()).id, movement, quantity }, "ada");
  const entries = async (filter: EntryFilter = {}): Promise<EntryRecord[]> =>
    subject.store.entries((await find()).id, { ...filter, limit: 500 });
  const idOf = async (label: string): Promise<number> =>
    (await entries()).find((entry: Entry) => entry.label === label)!.id;
  /** Returns how much of an article is at each place, by the labels of the places. */
  const stockOf = async (label: string): Promise<Record<string, number>> => {
    const entry = (await entries()).find((each) => each.label === label);
    return Object.fromEntries(
      (entry?.stock ?? []).map(({ label: place = "", quantity }) => [place, quantity]),
    );
  };
  const open = async () => {
    const { store } = subject;
    await store.addRegister({ name: "parts", kind: "stock", rules: {} });
    for (const action of ["add", "remove", "move", "count"] as const) {
      await store.addInbox({ name: action, open: false });
      await store.bindInbox(action, { register: "parts", action, answer: "negotiated" });
    }
    await importRows(
      ...["A", "B", "C"].map((name) => article(`P-${name}`, `Shelf ${name}`, { role: "place" })),
      article("N-12", "12", { role: "number", amount: 12_000 }),
      article("SCREW", "Screws", { minimum: 2000 }),
      article("FLOUR", "Flour", { unit: "kg" }),
    );
  };
  const acts = { toScan, scan, scanAll, perform, undo, correct };
  return { find, importRows, ...acts, entries, idOf, stockOf, open };
}
