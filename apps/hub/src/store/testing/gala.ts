import type { Verdict } from "../../registers/verdict.ts";
import type { CountedRegister, ImportRow } from "../registers.ts";
import { type Subject, toArrival } from "./subject.ts";

/** Makes a row of a list of guests. */
export const guest = (code: string, label: string, change: Partial<ImportRow> = {}): ImportRow => ({
  keys: [`t:${code}`],
  label,
  fields: {},
  ...change,
});

/**
 * Creates functions that act on the register "gala" of a store, as its doors and its desk would.
 */
export function createGala(subject: Subject) {
  const find = async (name = "gala"): Promise<CountedRegister> =>
    (await subject.store.countedRegisters()).find((register) => register.name === name)!;
  const importRows = async (...rows: ImportRow[]) =>
    subject.store.importEntries((await find()).id, rows, { label: "first", dry: false });
  let scans = 0;
  const toScan = (content: string, door = "north") => {
    scans += 1;
    const date = subject.now().toISOString();
    return toArrival({
      ...{ identifier: `scan ${scans}`, date, content, inbox: door, user: door },
      receivedAt: subject.now(),
      request: { kind: "scan" },
    });
  };
  const scan = async (content: string, door?: string): Promise<Verdict> =>
    (await subject.store.append(toScan(content, door))).verdict!;
  const act = async (entry: number, action: "in" | "out", forced = false) => {
    const { id: register } = await find();
    const request = { kind: "act", register, entry, action, forced } as const;
    return (await subject.store.append({ ...toScan("by hand"), request })).verdict!;
  };
  const undo = async (movement: number) => {
    const request = { kind: "undo", register: (await find()).id, movement } as const;
    return (await subject.store.append({ ...toScan("undo"), request })).verdict!;
  };
  /**
   * Checks out everybody who came in before now. A second call at the same time repeats the same
   * scan.
   */
  const exitAll = async (store = subject.store, before = subject.time) => {
    const request = { kind: "exit-all", register: (await find()).id, before } as const;
    const date = new Date(before).toISOString();
    const scan = { identifier: `exit-all ${date}`, date, content: "exit-all" };
    const receivedAt = subject.now();
    const { verdict } = await store.append({
      ...{ inbox: "north", scan, body: "{}", receivedAt, request },
    });
    return verdict;
  };
  /** Adds the register with two doors in, one out, an inbox without a register, and two guests. */
  const open = async () => {
    const { store } = subject;
    for (const name of ["north", "south", "exit", "unbound"])
      await store.addInbox({ name, open: false });
    await store.addRegister({ name: "gala", kind: "check-in", rules: {} });
    for (const inbox of ["north", "south"])
      await store.bindInbox(inbox, { register: "gala", action: "in", answer: "negotiated" });
    await store.bindInbox("exit", { register: "gala", action: "out", answer: "always-2xx" });
    await importRows(guest("T-1", "Ada Lovelace"), guest("T-2", "Alan Turing"));
  };
  return { find, importRows, toScan, scan, act, undo, exitAll, open };
}
