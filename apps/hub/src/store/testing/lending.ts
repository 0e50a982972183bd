import { createHash } from "node:crypto";
import type { Answers } from "../../registers/questions.ts";
import type { LoanAction } from "../../registers/register.ts";
import type { Rules } from "../../registers/rules.ts";
import type { Verdict } from "../../registers/verdict.ts";
import type { DecisionRequest } from "../decision-request.ts";
import type { EntryRecord, ImportRow, RegisterRecord } from "../registers.ts";
import type { Arrival } from "../store.ts";
import { type Subject, toArrival } from "./subject.ts";

/** Makes a row of a list of things and people. */
export const thing = (code: string, label: string, change: Partial<ImportRow> = {}): ImportRow => ({
  keys: [`t:${code}`],
  label,
  fields: {},
  ...change,
});

export const person = (code: string, label: string, change: Partial<ImportRow> = {}): ImportRow =>
  thing(code, label, { role: "person", ...change });

type Inbox = LoanAction | "inspect" | "club";
type Scanned = { user?: string | undefined; source?: "nfc"; tag?: string };

/**
 * Creates functions that act on two registers of a store as their users would: "tools" lends the
 * things DRILL and SAW to the people ADA and BOB, and "checks" inspects the same things. There is
 * an inbox for each action with its name.
 */
export function createLending(subject: Subject) {
  const find = async (name = "tools"): Promise<RegisterRecord> =>
    (await subject.store.registers()).find((register) => register.name === name)!;
  const importRows = async (...rows: ImportRow[]) =>
    subject.store.importEntries((await find()).id, rows, { label: "first", dry: false });
  let scans = 0;
  const toScan = (inbox: Inbox, content: string, { user = "desk", ...tag }: Scanned = {}) => {
    scans += 1;
    const date = subject.now().toISOString();
    return toArrival({
      ...{ identifier: `scan ${scans}`, date, content, inbox, user, ...tag },
      receivedAt: subject.now(),
      request: { kind: "scan" },
    });
  };
  const scan = async (...parts: Parameters<typeof toScan>): Promise<Verdict> =>
    (await subject.store.append(toScan(...parts))).verdict!;
  /** Scans codes one after another, and returns the last verdict. */
  const scanAll = async (inbox: Inbox, ...contents: string[]): Promise<Verdict> => {
    let verdict: Verdict | undefined;
    for (const content of contents) verdict = await scan(inbox, content);
    return verdict!;
  };
  const toAct = (request: DecisionRequest, user?: string): Arrival => {
    const { user: _, ...arrival } = toScan("lend", "by hand");
    return { ...arrival, ...(user && { user }), inbox: "events", request };
  };
  const perform = async (request: DecisionRequest, user?: string): Promise<Verdict> =>
    (await subject.store.append(toAct(request, user))).verdict!;
  const undo = async (movement: number, register = "tools"): Promise<Verdict> =>
    perform({ kind: "undo", register: (await find(register)).id, movement });
  const idOf = async (label: string, register = "tools"): Promise<number> => {
    const { id } = await find(register);
    const entries = await subject.store.entries(id, { limit: 500 });
    return entries.find((entry) => entry.label === label)!.id;
  };
  const setDue = async (label: string, dueAt: number | undefined, register = "tools") =>
    perform({
      ...{ kind: "set-due", register: (await find(register)).id },
      ...{ entry: await idOf(label), dueAt },
    });
  /**
   * Makes the scan of answers as a phone does: the same answers to a verdict are the same scan,
   * from whichever moment.
   */
  const toAnswers = async (
    { movement, at, register }: Verdict,
    answers: Answers,
    { user = "desk", inbox = "lend-or-return" }: { user?: string; inbox?: Inbox } = {},
  ): Promise<Arrival> => {
    const { id } = await find(register);
    const hash = createHash("sha256").update(JSON.stringify(answers)).digest("base64url");
    const request = { kind: "answer", register: id, movement, answers, inbox } as const;
    const identifier = `answers:${id}:${movement}:${hash}`;
    return toArrival({
      ...{ identifier, date: at, content: "answers", inbox: "events", user },
      ...{ structuredJson: JSON.stringify({ ...request, inbox }) },
      receivedAt: subject.now(),
      request,
    });
  };
  const answer = async (...parts: Parameters<typeof toAnswers>): Promise<Verdict> =>
    (await subject.store.append(await toAnswers(...parts))).verdict!;
  /** Reports the date of a thing as each node does; a second report for it is the same scan. */
  const remind = async (label: string, stage: "due" | "overdue" | "missed", register = "tools") => {
    const { id } = await find(register);
    const entry = await idOf(label);
    const [dated] = (await subject.store.datedThings(id, { before: 1e15, told: 9 })).filter(
      (each) => each.entry.id === entry,
    );
    const turn = dated?.state.effective ?? 0;
    const request = { kind: "remind", register: id, entry, turn, stage } as const;
    return subject.store.append({
      ...toAct(request),
      scan: {
        identifier: `remind:${id}:${entry}:${turn}:${stage}`,
        date: new Date(dated?.state.dueAt ?? 0).toISOString(),
        content: "reminder",
      },
    });
  };
  const entry = async (label: string, register = "tools"): Promise<EntryRecord> =>
    (await subject.store.entry((await find(register)).id, await idOf(label)))!;
  const careOf = async (label: string, register = "tools") => (await entry(label, register)).care;
  const changeRules = async (rules: Rules, register = "tools") =>
    subject.store.changeRegister(register, { rules });
  const open = async () => {
    const { store } = subject;
    await store.addInbox({ name: "events", open: true });
    await store.addRegister({ name: "tools", kind: "loans", rules: {} });
    await store.addRegister({
      ...{ name: "checks", kind: "inspection", entriesFrom: "tools" },
      rules: { every: "6 months", questions: checklist },
    });
    for (const action of ["lend-or-return", "lend", "return"] as const) {
      await store.addInbox({ name: action, open: false });
      await store.bindInbox(action, { register: "tools", action, answer: "negotiated" });
    }
    await store.addInbox({ name: "inspect", open: false });
    await store.bindInbox("inspect", {
      ...{ register: "checks", action: "inspect", answer: "negotiated" },
    });
    await importRows(
      ...[person("ADA", "Ada Lovelace"), person("BOB", "Bob Kahn")],
      ...[thing("DRILL", "Drill"), thing("SAW", "Saw")],
    );
  };
  const acts = { toScan, scan, scanAll, toAct, perform, undo, setDue, toAnswers, answer, remind };
  return { find, importRows, ...acts, idOf, entry, careOf, changeRules, open };
}

export const checklist = [
  { key: "cable", label: "Cable intact?", type: "pass-fail" as const, required: true },
  { key: "note", label: "Note", type: "text" as const },
];
