import type { Store } from "../store.ts";
import { createCounting } from "./counting.ts";
import { createLending } from "./lending.ts";
import { type Subject, toArrival } from "./subject.ts";

/**
 * Fills a store with loans of which one is overdue, with an inspection that was answered, with a
 * stock of which one round was booked and another is open, and with leads of which one waits for
 * consent. `now` is the time of the store.
 */
export async function fillTrades(store: Store, now: () => Date): Promise<void> {
  // The functions below use no other parts of it.
  const subject = { store, now } as Subject;
  await fillLoans(subject);
  await fillStock(subject);
  await fillLeads(subject);
}

async function fillLeads({ store, now }: Subject): Promise<void> {
  const { toAct } = createLending({ store, now } as Subject);
  await store.addInbox({ name: "stand", open: false });
  const rules = {
    questions: [
      { key: "ok", label: "May we write?", type: "consent" as const, required: true },
      { key: "topics", label: "Topics", type: "tags" as const, options: ["Größen", "Support"] },
    ],
  };
  await store.addRegister({ name: "stand", kind: "leads", rules, peopleFrom: "gala" });
  await store.bindInbox("stand", { register: "stand", action: "meet", answer: "negotiated" });
  const { id: register } = (await store.registers()).find(({ name }) => name === "stand")!;
  const scan = async (content: string) => {
    const date = now().toISOString();
    const request = { kind: "scan" } as const;
    const told = { identifier: `stand ${content}`, date, content, inbox: "stand", user: "desk" };
    return (await store.append(toArrival({ ...told, receivedAt: now(), request }))).verdict!;
  };
  const { movement } = await scan("MECARD:N:Størmer,Zoë;EMAIL:zoe@example.com;;");
  const answers = { ok: "yes", topics: ["Größen"] };
  const answer = { kind: "answer", register, movement, answers, inbox: "stand" } as const;
  await store.append(toAct(answer, "desk"));
  await scan("mailto:zoe@EXAMPLE.com");
  await scan("https://example.com/in/grace");
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
