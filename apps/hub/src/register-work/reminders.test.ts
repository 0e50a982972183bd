import { expect, it } from "vitest";
import type { Store } from "../store/store.ts";
import { actManually } from "./manual-actions.ts";
import { remindOfDates } from "./reminders.ts";
import { useListedRegister } from "./testing/listed-register.ts";

const { opened, find, list, paste } = useListedRegister({ name: "tools", kind: "loans" });
const now = new Date("2026-12-01T12:00:00Z");

const lent = `Code,Name,Role,Holder,Due
D-1,Drill,,Ada,2026-11-20
D-2,Saw,,Ada,2026-11-21
D-3,Axe,,Ada,2026-11-22
D-4,Vise,,Ada,2026-12-20
M-1,Ada,person,,
`;

/** Returns the labels of the things that a register has reported, in order. */
async function readReported(name?: string): Promise<(string | undefined)[]> {
  const { id } = await find(name);
  const movements = await opened.store.movements(id, { limit: 99 });
  return movements.flatMap(({ action, label }) => (action === "remind" ? label : [])).reverse();
}

it("stops when the signal aborts, and the rest is reported at the next call, once", async () => {
  await paste(lent);
  const stopping = new AbortController();
  const append: Store["append"] = async (arrival) => {
    const appended = await opened.store.append(arrival);
    stopping.abort();
    return appended;
  };
  const store = { ...opened.store, append };
  expect(await remindOfDates(store, await find(), now, stopping.signal)).toBe(1);
  const first = await readReported();
  expect(first).toHaveLength(1);
  expect(await remindOfDates(store, await find(), now, stopping.signal)).toBe(0);
  expect(await readReported()).toEqual(first);
  expect(await remindOfDates(opened.store, await find(), now)).toBe(2);
  expect((await readReported()).toSorted()).toEqual(["Axe", "Drill", "Saw"]);
  expect(await remindOfDates(opened.store, await find(), now)).toBe(0);
});

it("reports a blocked thing only while it is lent", async () => {
  await paste(lent);
  await opened.store.addRegister({
    ...{ name: "checks", kind: "inspection", rules: { every: "1 month" }, entriesFrom: "tools" },
  });
  const dueAt = Date.parse("2026-11-25T12:00:00Z");
  const [tools, checks] = [await find(), await find("checks")];
  for (const { id, label } of await list()) {
    const dated = { kind: "set-due", register: checks.id, entry: id, dueAt } as const;
    if (label === "Drill" || label === "Saw") await actManually(opened.store, dated);
    if (label === "Drill") await opened.store.changeEntry(tools.id, id, { blocked: true });
  }
  await remindOfDates(opened.store, checks, now);
  expect(await readReported("checks")).toEqual(["Saw"]);
  await remindOfDates(opened.store, tools, now);
  expect((await readReported()).toSorted()).toEqual(["Axe", "Drill", "Saw"]);
  await opened.store.removeRegister("checks");
});
