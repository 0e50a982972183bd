import type { Arrival, Store } from "../store.ts";
import { person, thing } from "./lending.ts";

const date = "2026-11-29T10:00:00Z";

/** Creates a register that lends the things T-0, T-1, … to Ada, and one that inspects them. */
export async function fillCare(store: Store, things: number): Promise<void> {
  await store.addInbox({ name: "desk", open: false });
  await store.addInbox({ name: "round", open: false });
  await store.addRegister({ name: "tools", kind: "loans", rules: {} });
  const question = { key: "cable", label: "Cable intact?", type: "pass-fail" as const };
  await store.addRegister({
    ...{ name: "checks", kind: "inspection", entriesFrom: "tools" },
    rules: { questions: [question, { key: "note", label: "Note", type: "text" }] },
  });
  await store.bindInbox("desk", { register: "tools", action: "lend", answer: "negotiated" });
  await store.bindInbox("round", { register: "checks", action: "inspect", answer: "negotiated" });
  const rows = Array.from({ length: things }, (_, n) => thing(`T-${n}`, `Quendolyn's ${n}`));
  const { id } = (await store.registers()).find(({ name }) => name === "tools")!;
  const list = [person("ADA", "Ada Xylander"), ...rows];
  await store.importEntries(id, list, { label: "first", dry: false });
}

/** Makes the scan of a code. The second scan of a code by a user is the same scan again. */
export function scanOf(inbox: "desk" | "round", content: string, user = "ben"): Arrival {
  return {
    ...{ inbox, user, body: "{}", receivedAt: new Date() },
    scan: { identifier: `${inbox} ${content}`, date, content },
    request: { kind: "scan" },
  };
}

/** Makes the answers to a movement. The same answers by a user are the same scan again. */
export function answersTo(
  register: number,
  movement: number,
  { cable, note = "", user = "ben" }: { cable: "pass" | "fail"; note?: string; user?: string },
): Arrival {
  const answers = note === "" ? { cable } : { cable, note };
  return {
    ...{ inbox: "round", user, body: "{}", receivedAt: new Date() },
    scan: { identifier: `answers ${movement} ${cable} ${user}`, date, content: "answers" },
    request: { kind: "answer", register, movement, answers, inbox: "round" },
  };
}
