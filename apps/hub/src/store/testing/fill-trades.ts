import type { Store } from "../store.ts";
import { createCounting } from "./counting.ts";
import { createLending } from "./lending.ts";
import type { Subject } from "./subject.ts";

/**
 * Fills a store with loans of which one is overdue, with an inspection that was answered, and with
 * a stock of which one round was booked and another is open. `now` is the time of the store.
 */
export async function fillTrades(store: Store, now: () => Date): Promise<void> {
  // The functions below use no other parts of it.
  const subject = { store, now } as Subject;
  await fillLoans(subject);
  await fillStock(subject);
}

async function fillStock(subject: Subject): Promise<void> {
  const { open, scan, scanAll, correct, undo, begin, count, end, apply } = createCounting(subject);
  await open();
  await scanAll("move", "P-B", "SCREW");
  const taken = await scanAll("remove", "P-A", "NUT");
  await undo(taken.movement);
  await scan("add", "P-C");
  const { movement } = await scan("add", "FLOUR", { quantity: 1500 });
  await correct(movement, 2500);
  const first = await begin();
  await scan("count", "P-A");
  await count("SCREW", 7);
  await count("NUT", 10);
  await end(first);
  await apply(first);
  await begin({ blind: true, recount: false });
  await scan("count", "P-B");
  await count("SCREW", 1);
  await count("UNKNOWN", 3);
}

async function fillLoans(subject: Subject): Promise<void> {
  const { open, scanAll, scan, setDue, remind, answer } = createLending(subject);
  await open();
  await scanAll("lend", "ADA", "DRILL", "SAW");
  await setDue("Drill", subject.now().getTime() - 60_000);
  await remind("Drill", "overdue");
  await scan("return", "SAW");
  const asked = await scan("inspect", "SAW");
  await answer(asked, { cable: "pass", note: "Größe geprüft" }, { inbox: "inspect" });
}
