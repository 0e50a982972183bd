import { beforeEach, describe, expect, it } from "vitest";
import { guest } from "../testing/gala.ts";
import { createLending, person, thing } from "../testing/lending.ts";
import type { Subject } from "../testing/subject.ts";

const dayMs = 86_400_000;

export function loansConformance(subject: Subject): void {
  const lending = createLending(subject);
  const { find, importRows, toScan, scan, scanAll, perform, undo, setDue } = lending;
  const { toAnswers, answer, remind, idOf, careOf, changeRules } = lending;
  const refused = { result: "no", code: "no-holder", text: "Scan the code of a person first." };

  describe("a register of loans", () => {
    beforeEach(lending.open);

    it("lends things in a row to the person who was scanned before, for each user on their own", async () => {
      expect(await scan("lend", "ADA")).toMatchObject({
        ...{ result: "yes", code: "holder-set", text: "Ada Lovelace has nothing yet." },
        hand: { action: "lend", holder: "Ada Lovelace" },
      });
      await scan("lend", "BOB", { user: "gate" });
      expect(await scan("lend", "DRILL")).toMatchObject({
        ...{ result: "yes", code: "lent", text: "Drill is lent to Ada Lovelace." },
        ...{ loan: { holder: "Ada Lovelace" }, hand: { holder: "Ada Lovelace" } },
      });
      expect(await scan("lend", "SAW", { user: "gate" })).toMatchObject({ code: "lent" });
      expect(await careOf("Saw")).toMatchObject({ status: "lent", holder: { label: "Bob Kahn" } });
      expect(await scan("lend", "ADA")).toMatchObject({ text: "Ada Lovelace has Drill." });
      expect(await scan("lend", "BOB")).toMatchObject({ text: "Bob Kahn has Saw." });
    });

    it("forgets the person after two minutes without a scan, and when they are put down", async () => {
      await scan("lend", "ADA");
      subject.time += 120_000;
      expect(await scan("lend", "DRILL")).toMatchObject({ code: "lent" });
      subject.time += 120_001;
      expect(await scan("lend", "SAW")).toMatchObject(refused);
      await scan("lend", "ADA");
      await subject.store.putDown("lend", "desk");
      expect(await scan("lend", "SAW")).toMatchObject(refused);
      const { user: _, ...anonymous } = toScan("lend", "ADA");
      expect((await subject.store.append(anonymous)).verdict).toMatchObject({ code: "no-user" });
    });

    it("takes a thing back without a person, and says when it is late", async () => {
      await changeRules({ loanFor: "7 days" });
      const { loan } = await scanAll("lend", "ADA", "DRILL");
      await scan("lend", "SAW");
      const due = new Date(loan!.due!);
      expect([due.getHours(), due.getMinutes(), due.getSeconds()]).toEqual([23, 59, 59]);
      subject.time += 4 * dayMs;
      expect(await scan("return", "DRILL", { user: "gate" })).toMatchObject({
        ...{ result: "yes", code: "returned", text: "Drill is back from Ada Lovelace." },
      });
      expect(await careOf("Drill")).toMatchObject({ status: "free", door: "gate" });
      subject.time = due.getTime() + 1000;
      expect(await scan("return", "SAW")).toMatchObject({ result: "look", code: "returned-late" });
      expect(await scan("return", "SAW")).toMatchObject({ result: "look", code: "not-lent" });
    });

    it("lends and returns by the same action, once in ten seconds, but at once after an undo", async () => {
      const lent = await scanAll("lend-or-return", "ADA", "DRILL");
      subject.time += 9999;
      expect(await scan("lend-or-return", "DRILL")).toMatchObject({ code: "just-now" });
      await undo(lent.movement);
      expect(await scanAll("lend-or-return", "BOB", "DRILL")).toMatchObject({ code: "lent" });
      await subject.store.putDown("lend-or-return", "desk");
      subject.time += 10_000;
      expect(await scan("lend-or-return", "DRILL")).toMatchObject({ code: "returned" });
      subject.time += 1000;
      expect(await scanAll("lend-or-return", "ADA", "DRILL")).toMatchObject({ code: "lent" });
    });

    it("asks whether to hand a thing over, and does so once the answer is yes", async () => {
      await scanAll("lend-or-return", "ADA", "DRILL");
      const asked = await scan("lend-or-return", "BOB").then(() => scan("lend-or-return", "DRILL"));
      expect(asked).toMatchObject({
        ...{ result: "ask", code: "lent-to-other", loan: { holder: "Ada Lovelace" } },
        ask: { before: true, questions: [{ key: "hand-over", options: ["yes", "no"] }] },
      });
      expect((await careOf("Drill"))!.holder!.label).toBe("Ada Lovelace");
      const handed = await answer(asked, { "hand-over": "yes" });
      expect(handed).toMatchObject({
        ...{ result: "look", code: "handed-over", loan: { holder: "Bob Kahn" } },
        text: "Drill is handed over from Ada Lovelace to Bob Kahn.",
      });
      expect((await careOf("Drill"))!.holder!.label).toBe("Bob Kahn");
      expect(await answer(asked, { "hand-over": "no" })).toMatchObject({
        ...{ result: "no", code: "answered-already" },
      });
      const told = await subject.store.history(await idOf("Drill"), { limit: 99 });
      expect(told.map(({ code, answered }) => [code, answered])).toEqual([
        ["answered-already", undefined],
        ["handed-over", asked.movement],
        ["lent", undefined],
      ]);
      const [last, , , movement] = await subject.store.movements((await find()).id, { limit: 4 });
      expect(last).toMatchObject({ code: "answered-already" });
      expect(movement).not.toHaveProperty("answered", asked.movement);
      expect(await undo(handed.movement)).toMatchObject({
        ...{ code: "undone", loan: { holder: "Ada Lovelace" } },
      });
    });

    it("keeps a thing where it is if the answer is no, or if it moved before the answer", async () => {
      const lentTwice = async () => {
        await scanAll("lend", "ADA", "DRILL");
        return scanAll("lend", "BOB", "DRILL");
      };
      const refusal = { result: "no", code: "lent-to-other" };
      expect(await answer(await lentTwice(), { "hand-over": "no" })).toMatchObject(refusal);
      const asked = await lentTwice();
      await scan("return", "DRILL");
      subject.time += 1000;
      await scanAll("lend", "ADA", "DRILL");
      expect(await answer(asked, { "hand-over": "yes" })).toMatchObject(refusal);
      expect((await careOf("Drill"))!.holder!.label).toBe("Ada Lovelace");
      const dated = await lentTwice();
      await setDue("Drill", subject.time + dayMs);
      expect(await answer(dated, { "hand-over": "yes" })).toMatchObject({ code: "handed-over" });
      expect((await careOf("Drill"))!.dueAt).toBeUndefined();
    });

    it("keeps the person in hand who was scanned after the question that is answered", async () => {
      await importRows(person("CY", "Cy Twombly"));
      await scanAll("lend-or-return", "ADA", "DRILL");
      const asked = await scanAll("lend-or-return", "BOB").then(() =>
        scan("lend-or-return", "DRILL"),
      );
      await scan("lend-or-return", "CY");
      expect(await answer(asked, { "hand-over": "yes" })).toMatchObject({
        ...{ code: "handed-over", loan: { holder: "Bob Kahn" }, hand: { holder: "Cy Twombly" } },
      });
      expect(await scan("lend-or-return", "SAW")).toMatchObject({ loan: { holder: "Cy Twombly" } });
    });

    it("lends until the day that was answered, after a question that does not wait", async () => {
      await changeRules({ askDue: true, loanFor: "7 days" });
      const asked = await scan("lend-or-return", "ADA");
      expect(asked.ask).toMatchObject({ before: false, questions: [{ key: "due", type: "date" }] });
      expect(await answer(asked, { due: "2026-06-30" })).toMatchObject({
        ...{ result: "yes", text: "Ada Lovelace gets what follows, until 30 Jun 2026." },
      });
      const { loan } = await scan("lend-or-return", "DRILL");
      expect(loan!.due).toBe(new Date(2026, 5, 30, 23, 59, 59).toISOString());
    });

    it("keeps the answers after a return with it, and what they say was bad", async () => {
      const questions = [{ key: "care", label: "Condition", type: "rating" as const, min: 3 }];
      await changeRules({ questions });
      await scanAll("lend", "ADA", "DRILL");
      const asked = await scan("return", "DRILL");
      expect(asked).toMatchObject({ code: "returned", ask: { before: false } });
      expect(await answer(asked, { care: 2 })).toMatchObject({ result: "look", code: "answered" });
      const [movement] = await subject.store.movements((await find()).id, { limit: 1 });
      expect(movement).toMatchObject({
        ...{ answered: asked.movement, label: "Drill" },
        answers: [{ key: "care", label: "Condition", value: 2, fail: true }],
      });
    });

    it("gives the same answers the same verdict, and other or late ones none", async () => {
      await scanAll("lend", "ADA", "DRILL");
      const asked = await scanAll("lend", "BOB", "DRILL");
      const late = await scan("lend", "DRILL");
      const answers = await toAnswers(asked, { "hand-over": "yes" });
      const [first, ...again] = await Promise.all(
        [1, 2, 3].map(() => subject.store.append(answers)),
      );
      subject.time += dayMs;
      again.push(await subject.store.append({ ...answers, receivedAt: subject.now() }));
      for (const { verdict, repeat } of again)
        expect({ verdict, repeat }).toEqual({ verdict: first!.verdict, repeat: true });
      subject.time += 6 * dayMs + 1;
      expect(await answer(late, { "hand-over": "yes" })).toMatchObject({ code: "ask-over" });
      expect(await answer(late, { "hand-over": "yes" }, { user: "gate" })).toMatchObject({
        ...{ result: "no", text: "The time to answer is over: scan again." },
      });
    });

    it("undoes what it lent, took back and dated, also after a reminder, and no reminder", async () => {
      await changeRules({ loanFor: "7 days" });
      const lent = await scanAll("lend", "ADA", "DRILL");
      const dated = await setDue("Drill", subject.time + dayMs);
      expect(dated).toMatchObject({ result: "yes", code: "due-set" });
      subject.time += 2 * dayMs;
      const { verdict: reminder } = await remind("Drill", "overdue");
      expect(reminder).toMatchObject({ code: "overdue", loan: { overdue: true } });
      expect(await undo(reminder!.movement)).toMatchObject({ code: "nothing-to-undo" });
      expect(await careOf("Drill")).toMatchObject({ status: "lent" });
      const returned = await scan("return", "DRILL");
      expect(await undo(lent.movement)).toMatchObject({ result: "no", code: "changed-since" });
      expect(await undo(returned.movement)).toMatchObject({
        ...{ text: "Undone. Drill is lent again.", loan: { holder: "Ada Lovelace" } },
      });
      expect((await undo(returned.movement)).code).toBe("nothing-to-undo");
      expect(await undo(dated.movement)).toMatchObject({ code: "undone", loan: lent.loan });
      expect(await undo(lent.movement)).toMatchObject({ text: "Undone. Drill is not lent." });
      const [movement] = await subject.store.movements((await find()).id, { limit: 1 });
      expect(movement).toMatchObject({ code: "undone", holder: { label: "Ada Lovelace" } });
      expect(await scan("lend", "ADA")).toMatchObject({ text: "Ada Lovelace has nothing yet." });
    });

    it("reports each date once, and that of a new loan again", async () => {
      await changeRules({ loanFor: "1 day" });
      const codes: (string | boolean | undefined)[] = [];
      const report = async () => {
        const [first, again] = [await remind("Drill", "overdue"), await remind("Drill", "overdue")];
        codes.push(first.verdict?.code, again.repeat);
      };
      await scanAll("lend", "ADA", "DRILL");
      subject.time += 3 * dayMs;
      await report();
      expect(await careOf("Drill")).toMatchObject({ holder: { label: "Ada Lovelace" } });
      await setDue("Drill", subject.time - 1);
      await report();
      await scan("return", "DRILL");
      await scanAll("lend", "BOB", "DRILL");
      subject.time += 3 * dayMs;
      await report();
      expect(codes).toEqual(["overdue", true, "overdue", true, "overdue", true]);
      expect((await remind("Drill", "missed")).verdict).toBeUndefined();
      expect((await remind("Saw", "overdue")).verdict).toBeUndefined();
    });

    it("reports a date even if the clock of the store is behind that of the node", async () => {
      await changeRules({ loanFor: "1 day" });
      await scanAll("lend", "ADA", "DRILL");
      subject.time = (await careOf("Drill"))!.dueAt! - 1000;
      expect((await remind("Drill", "overdue")).verdict).toMatchObject({ code: "overdue" });
    });

    it("finds as free what nobody has, also after an undo, and no person and no blocked thing", async () => {
      const { id } = await find();
      const list = async () => {
        const found = await subject.store.entries(id, { care: "free", limit: 9 });
        return found.map(({ label }) => label);
      };
      await importRows(thing("AXE", "Axe"), thing("VISE", "Vise", { blocked: true }));
      const lent = await scanAll("lend", "ADA", "DRILL");
      expect(await list()).toEqual(["Saw", "Axe"]);
      await undo(lent.movement);
      expect(await list()).toEqual(["Drill", "Saw", "Axe"]);
      const { id: checks } = await find("checks");
      expect(await subject.store.entries(checks, { care: "free", limit: 9 })).toEqual([]);
    });

    it("lends no blocked thing, and nothing to a blocked person, but takes everything back", async () => {
      await scanAll("lend", "ADA", "DRILL");
      const { id } = await find();
      const [ada, drill] = [await idOf("Ada Lovelace"), await idOf("Drill")];
      await subject.store.changeEntry(id, ada, { blocked: true });
      const blocked = { result: "no", code: "blocked" };
      expect(await scan("lend", "SAW")).toMatchObject({
        ...{ ...blocked, text: "Ada Lovelace is blocked." },
      });
      expect(await scan("lend", "ADA")).toMatchObject(blocked);
      await subject.store.changeEntry(id, drill, { blocked: true });
      expect(await scanAll("lend", "BOB", "DRILL")).toMatchObject(blocked);
      expect(await scan("return", "DRILL")).toMatchObject({ result: "look", code: "returned" });
      const act = { kind: "act", register: id, entry: drill, action: "lend", holder: ada } as const;
      expect(await perform(act)).toMatchObject(blocked);
      expect(await perform({ ...act, forced: true })).toMatchObject({ code: "lent" });
    });

    it("lends by hand to any person, until any time, and sets no date of what is not lent", async () => {
      const { id: register } = await find();
      const [entry, holder] = [await idOf("Drill"), await idOf("Bob Kahn")];
      const dueAt = subject.time + dayMs;
      expect(await setDue("Drill", dueAt)).toMatchObject({ result: "look", code: "not-lent" });
      const act = { kind: "act", register, entry, action: "lend", holder, dueAt } as const;
      expect(await perform(act)).toMatchObject({
        ...{ code: "lent", loan: { holder: "Bob Kahn", due: new Date(dueAt).toISOString() } },
      });
      expect(await setDue("Drill", undefined)).toMatchObject({ code: "due-set" });
      expect(await careOf("Drill")).toMatchObject({ status: "lent", dueAt: undefined });
      expect(await perform({ ...act, holder: entry })).toMatchObject({ code: "no-holder" });
      expect(await perform({ ...act, entry: 999_999 })).toMatchObject({ code: "unknown" });
    });

    it("lends to the guests of a check-in, which cannot be removed meanwhile", async () => {
      const { store } = subject;
      await store.addRegister({ name: "gala", kind: "check-in", rules: {} });
      const gala = await find("gala");
      const guests = [guest("T-1", "Grace Hopper"), guest("SAW", "Same Code")];
      await store.importEntries(gala.id, guests, { label: "guests", dry: false });
      await store.addRegister({
        ...{ name: "club", kind: "loans", rules: {} },
        ...{ entriesFrom: "tools", peopleFrom: "gala" },
      });
      expect(await find("club")).toMatchObject({ entriesFrom: "tools", peopleFrom: "gala" });
      await store.addInbox({ name: "club", open: false });
      await store.bindInbox("club", { register: "club", action: "lend", answer: "negotiated" });
      expect(await scanAll("club", "T-1", "DRILL")).toMatchObject({
        text: "Drill is lent to Grace Hopper.",
      });
      expect(await scan("club", "SAW")).toMatchObject({ code: "ambiguous" });
      expect(await careOf("Drill", "club")).toMatchObject({ holder: { label: "Grace Hopper" } });
      expect(await careOf("Drill")).toBeUndefined();
      expect(await store.removeRegister("gala")).toBe("borrowed");
      expect(await store.removeRegister("tools")).toBe("borrowed");
      expect(await store.removeRegister("club")).toBe("removed");
      expect(await store.removeRegister("gala")).toBe("removed");
    });

    it("decides about scans that arrive together as about the same scans one by one", async () => {
      await importRows(thing("AXE", "Axe"), thing("VISE", "Vise"));
      const contents = ["ADA", "DRILL", "SAW", "ADA", "BOB", "AXE", "DRILL", "BOB", "VISE", "ADA"];
      const oneByOne = [];
      for (const content of contents)
        oneByOne.push(await scan("lend", content, { user: "one by one" }));
      for (const content of ["DRILL", "SAW", "AXE", "VISE"]) await scan("return", content);
      subject.time += 1000;
      const together = await Promise.all(
        contents.map((content) => scan("lend", content, { user: "together" })),
      );
      const told = (verdicts: typeof together) =>
        verdicts.map(({ code, text, loan }) => [code, text, loan?.holder]);
      expect(told(together)).toEqual(told(oneByOne));
      expect(told(together).at(-1)![1]).toBe("Ada Lovelace has Drill, Saw.");
    });
  });
}
