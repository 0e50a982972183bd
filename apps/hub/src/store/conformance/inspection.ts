import { beforeEach, describe, expect, it } from "vitest";
import { checklist, createLending, person, thing } from "../testing/lending.ts";
import { article } from "../testing/storeroom.ts";
import { type Subject, toArrival } from "../testing/subject.ts";

const dayMs = 86_400_000;

export function inspectionConformance(subject: Subject): void {
  const lending = createLending(subject);
  const { find, importRows, scan, scanAll, perform, toAnswers, answer, idOf } = lending;
  const inHere = { inbox: "inspect" } as const;
  const finish = (asked: Parameters<typeof answer>[0], cable: "pass" | "fail", user = "desk") =>
    answer(asked, { cable }, { ...inHere, user });
  const undo = (movement: number) => lending.undo(movement, "checks");
  const setDue = (label: string, dueAt: number | undefined) =>
    lending.setDue(label, dueAt, "checks");
  const remind = (label: string, stage: "due" | "overdue" | "missed") =>
    lending.remind(label, stage, "checks");
  const careOf = (label: string) => lending.careOf(label, "checks");
  const changeRules = (rules: object) => lending.changeRules(rules, "checks");
  const endOf = (year: number, month: number, day: number) =>
    new Date(year, month - 1, day, 23, 59, 59).getTime();

  describe("an inspection", () => {
    beforeEach(lending.open);

    it("passes a thing once its checklist is answered, and says when it is due next", async () => {
      const asked = await scan("inspect", "DRILL");
      expect(asked).toMatchObject({
        ...{ result: "ask", code: "checklist", text: "Drill: answer 2 questions." },
        ask: { before: true, questions: checklist },
      });
      expect(await careOf("Drill")).toBeUndefined();
      expect(await finish(asked, "pass")).toMatchObject({
        ...{ result: "yes", code: "passed", text: "Drill has passed; next due on 12 Nov 2026." },
      });
      const dueAt = endOf(2026, 11, 12);
      expect(await careOf("Drill")).toMatchObject({ status: "passed", door: "desk", dueAt });
      const [movement] = await subject.store.movements((await find("checks")).id, { limit: 1 });
      expect(movement).toMatchObject({
        ...{ answered: asked.movement, due: new Date(dueAt).toISOString(), label: "Drill" },
        answers: [{ key: "cable", label: "Cable intact?", value: "pass" }],
      });
    });

    it("fails a thing until it passes, with its old date", async () => {
      await finish(await scan("inspect", "DRILL"), "pass");
      const { dueAt } = (await careOf("Drill"))!;
      const early = await scan("inspect", "DRILL");
      expect(early).toMatchObject({ result: "look", code: "not-due", ask: { before: true } });
      expect(await finish(early, "fail")).toMatchObject({
        ...{ result: "look", code: "failed", text: "Drill: Cable intact? fail. It has failed." },
      });
      expect(await careOf("Drill")).toMatchObject({ status: "failed", dueAt });
      const again = await scan("inspect", "DRILL");
      expect(again).toMatchObject({ result: "ask", code: "checklist" });
      expect(await finish(again, "pass")).toMatchObject({ code: "passed" });
    });

    it("lets a pass of somebody else not lift a fail, but counts a fail after a pass", async () => {
      const [first, second, third] = [
        await scan("inspect", "DRILL"),
        await scan("inspect", "DRILL", { user: "ben" }),
        await scan("inspect", "DRILL", { user: "cy" }),
      ];
      subject.time += 1000;
      expect(await finish(first, "pass")).toMatchObject({ code: "passed" });
      expect(await finish(second, "fail", "ben")).toMatchObject({ code: "failed" });
      expect(await finish(third, "pass", "cy")).toMatchObject({
        ...{ result: "look", code: "inspected-meanwhile" },
        text: expect.stringMatching(/^Drill has failed \(.*, ben\) meanwhile; your answers/),
      });
      expect(await careOf("Drill")).toMatchObject({ status: "failed", door: "ben" });
      const [last] = await subject.store.movements((await find("checks")).id, { limit: 1 });
      expect(last).toMatchObject({ answered: third.movement, answers: [{ value: "pass" }] });
    });

    it("takes the first answers to a question, the same ones again, and no others", async () => {
      const asked = await scan("inspect", "DRILL");
      const [pass, fail] = [
        await toAnswers(asked, { cable: "pass" }, inHere),
        await toAnswers(asked, { cable: "fail" }, inHere),
      ];
      const sent = await Promise.all([pass, fail, pass, fail].map(subject.store.append));
      const verdicts = sent.map(({ verdict }) => verdict!);
      expect(verdicts.map(({ code }) => code)).toEqual([
        ...["passed", "answered-already", "passed", "answered-already"],
      ]);
      expect(verdicts[2]).toEqual(verdicts[0]);
      subject.time += 60_000;
      expect((await subject.store.append(pass)).verdict).toEqual(verdicts[0]);
      expect(await finish(asked, "pass", "ben")).toMatchObject({ code: "answered-already" });
      const checks = await find("checks");
      const journal = await subject.store.movements(checks.id, { limit: 9 });
      expect(journal.filter(({ answered }) => answered === asked.movement)).toHaveLength(1);
    });

    it("decides by the questions that it asked, though the rules have changed since", async () => {
      const asked = await scan("inspect", "DRILL");
      const questions = [{ key: "cable", label: "Tyres?", type: "choice", options: ["fail"] }];
      await changeRules({ questions });
      expect(await finish(asked, "fail")).toMatchObject({
        ...{ code: "failed", text: "Drill: Cable intact? fail. It has failed." },
      });
      expect((await scan("inspect", "DRILL")).ask!.questions).toEqual(questions);
      await changeRules({});
      expect(await scan("inspect", "DRILL")).toMatchObject({ result: "yes", code: "seen" });
    });

    it("counts what is outside the limits or among the bad options as a fail", async () => {
      const questions = [
        { key: "bar", label: "Pressure", type: "number", unit: "bar", min: 12, max: 15 },
        { key: "seal", label: "Seal", type: "choice", options: ["ok", "gone"], fails: ["gone"] },
      ];
      await changeRules({ questions });
      const codes = [];
      for (const answers of [{ bar: 12, seal: "ok" }, { bar: 15.1 }, { seal: "gone" }, {}]) {
        subject.time += 1000;
        codes.push((await answer(await scan("inspect", "DRILL"), answers, inHere)).code);
      }
      expect(codes).toEqual(["passed", "failed", "failed", "passed"]);
    });

    it("passes a thing whose date was set while its checklist was answered", async () => {
      for (const label of ["Drill", "Saw"]) {
        const asked = await scan("inspect", label.toUpperCase());
        await setDue(label, subject.time + dayMs);
        expect(await finish(asked, "pass")).toMatchObject({ code: "passed" });
      }
      const asked = await scan("inspect", "DRILL");
      const other = await scan("inspect", "DRILL");
      await finish(other, "pass", "ben");
      await setDue("Drill", subject.time + dayMs);
      expect(await finish(asked, "pass")).toMatchObject({ code: "inspected-meanwhile" });
    });

    it("has no date or the one that is set, and says so of a thing that was never inspected", async () => {
      expect(await setDue("Drill", endOf(2026, 12, 1))).toMatchObject({
        ...{ result: "yes", code: "due-set", text: "Drill is due on 1 Dec 2026." },
      });
      expect(await careOf("Drill")).toMatchObject({ status: "set", dueAt: endOf(2026, 12, 1) });
      expect(await scan("inspect", "DRILL")).toMatchObject({
        ...{ code: "not-due", text: "Drill was never inspected; next due on 1 Dec 2026." },
      });
      const cleared = await setDue("Drill", undefined);
      expect(cleared).toMatchObject({ text: "Drill has no date." });
      expect(await undo(cleared.movement)).toMatchObject({ code: "undone" });
      expect(await careOf("Drill")).toMatchObject({ dueAt: endOf(2026, 12, 1) });
      expect(
        await perform({
          ...{ kind: "set-due", register: (await find("checks")).id },
          ...{ entry: await idOf("Ada Lovelace"), dueAt: 1 },
        }),
      ).toMatchObject({ result: "no", code: "not-a-thing" });
    });

    it("undoes an inspection, also after a reminder, and asks again", async () => {
      const passed = await finish(await scan("inspect", "DRILL"), "pass");
      subject.time = endOf(2026, 11, 10);
      expect((await remind("Drill", "due")).verdict).toMatchObject({ code: "due" });
      const failed = await finish(await scan("inspect", "DRILL"), "fail");
      expect(await undo(passed.movement)).toMatchObject({ code: "changed-since" });
      expect(await undo(failed.movement)).toMatchObject({ text: "Undone. Drill has passed." });
      expect((await remind("Drill", "due")).repeat).toBe(true);
      expect(await undo(passed.movement)).toMatchObject({
        text: "Undone. Drill is not inspected.",
      });
      expect(await scan("inspect", "DRILL")).toMatchObject({ code: "checklist" });
    });

    it("reports each stage of a date once, skips those that passed, and begins anew", async () => {
      await changeRules({ every: "1 year", leadTime: "14 days" });
      await scan("inspect", "DRILL");
      const codes: (string | boolean | undefined)[] = [];
      const report = async (stage: "due" | "overdue" | "missed") => {
        const { verdict, repeat } = await remind("Drill", stage);
        codes.push(verdict?.code ?? repeat);
      };
      subject.time = endOf(2027, 5, 1);
      await report("due");
      expect((await remind("Drill", "due")).repeat).toBe(true);
      await report("missed");
      await report("overdue");
      await scan("inspect", "DRILL");
      subject.time = endOf(2028, 4, 25);
      await report("due");
      expect(codes).toEqual(["due", "missed", false, "due"]);
      const { id } = await find("checks");
      const [{ door, action } = { door: "", action: "" }] = await subject.store.movements(id, {
        limit: 1,
      });
      expect({ door, action }).toEqual({ door: "by date", action: "remind" });
    });

    it("counts only the touch of a tag if the rules say so, and inspects no blocked thing", async () => {
      await importRows(thing("", "Tagged", { keys: ["u:04:A2:B3:C4", "t:TAG-1"] }));
      await changeRules({ touch: true });
      const touch = { source: "nfc", tag: "04:A2:B3:C4" } as const;
      expect(await scan("inspect", "TAG-1")).toMatchObject({ code: "touch-the-tag" });
      expect(await scan("inspect", "", touch)).toMatchObject({ code: "seen" });
      const { id } = await find();
      await subject.store.changeEntry(id, await idOf("Tagged"), { blocked: true });
      expect(await scan("inspect", "", touch)).toMatchObject({ result: "no", code: "blocked" });
      await changeRules({ closed: true });
      expect(await scan("inspect", "", touch)).toMatchObject({ result: "no", code: "closed" });
    });

    it("inspects the things and places of a stock, beside loans of the same things", async () => {
      const { store } = subject;
      await store.addRegister({ name: "parts", kind: "stock", rules: {} });
      const parts = await find("parts");
      const rows = [article("P-A", "Shelf A", { role: "place" }), article("SCREW", "Screws")];
      await store.importEntries(parts.id, [...rows, article("N-12", "12", { role: "number" })], {
        ...{ label: "stock", dry: false },
      });
      await store.addInbox({ name: "add", open: false });
      await store.bindInbox("add", { register: "parts", action: "add", answer: "negotiated" });
      for (const [name, kind] of [
        ["shelves", "inspection"],
        ["hire", "loans"],
      ] as const)
        await store.addRegister({ name, kind, rules: {}, entriesFrom: "parts" });
      const bind = (register: string, action: "inspect" | "lend") =>
        store.bindInbox("inspect", { register, action, answer: "negotiated" });
      await store.append(
        toArrival({ inbox: "add", user: "ada", content: "P-A", request: { kind: "scan" } }),
      );
      const screws = { inbox: "add", user: "ada", content: "SCREW", identifier: "screw" };
      await store.append(toArrival({ ...screws, request: { kind: "scan" } }));
      await bind("shelves", "inspect");
      expect(await scan("inspect", "P-A")).toMatchObject({ code: "seen", title: "Shelf A" });
      expect(await scan("inspect", "SCREW")).toMatchObject({ code: "seen", title: "Screws" });
      expect(await scan("inspect", "N-12")).toMatchObject({ code: "not-a-thing" });
      await bind("hire", "lend");
      expect(await scan("inspect", "P-A")).toMatchObject({ code: "not-a-thing" });
      expect(await scan("inspect", "SCREW")).toMatchObject({ code: "no-holder" });
      const entry = await store.entry(parts.id, await idOf("Screws", "parts"));
      expect(entry).toMatchObject({ stock: [{ quantity: 1000 }], care: undefined });
    });

    it("has no questions left of a movement, a thing or a register that is gone, or of a stock", async () => {
      const asked = await scan("inspect", "DRILL");
      const { id } = await find("checks");
      const gone = { result: "no", code: "no-such-movement" };
      const to = (register: number, movement: number) =>
        perform({ kind: "answer", register, movement, answers: { cable: "pass" } });
      expect(await to(id, 999_999)).toMatchObject(gone);
      expect(await to((await find()).id, asked.movement)).toMatchObject(gone);
      await subject.store.addRegister({ name: "parts", kind: "stock", rules: {} });
      const { id: parts } = await find("parts");
      expect(await to(parts, asked.movement)).toMatchObject(gone);
      expect(
        await perform({ kind: "set-due", register: parts, entry: await idOf("Drill") }),
      ).toMatchObject({ result: "no" });
      await subject.store.emptyRegister((await find()).id);
      expect(await finish(asked, "pass")).toMatchObject(gone);
      const late = await toAnswers(asked, { cable: "fail" }, inHere);
      await subject.store.removeRegister("checks");
      const { verdict } = await subject.store.append(late);
      expect(verdict).toBeUndefined();
    });

    it("keeps answers with characters that a database cannot store", async () => {
      const note = "A\u0000B \u001a0D é\ud83e\uddf5";
      const asked = await scan("inspect", "DRILL");
      await answer(asked, { cable: "pass", note }, inHere);
      const [movement] = await subject.store.movements((await find("checks")).id, { limit: 1 });
      expect(movement!.answers![1]!.value).toBe(note);
    });

    it("decides about scans and answers that arrive together as one by one", async () => {
      const things = Array.from({ length: 6 }, (_, n) => thing(`T-${n}`, `Thing ${n}`));
      await importRows(...things, person("CY", "Cy Twombly"));
      const codes = things.map((_, n) => `T-${n}`);
      const asked = await Promise.all(
        codes.flatMap((code) => [
          scan("inspect", code),
          scan("inspect", code, { user: "ben" }),
          scan("inspect", code, { user: "cy" }),
        ]),
      );
      expect(new Set(asked.map(({ code }) => code))).toEqual(new Set(["checklist"]));
      subject.time += 1000;
      const answers = [];
      for (const [n, verdict] of asked.entries()) {
        const user = ["desk", "ben", "cy"][n % 3]!;
        const cable = n % 3 === 1 ? "fail" : "pass";
        answers.push(await toAnswers(verdict, { cable }, { ...inHere, user }));
      }
      const answered = await Promise.all(answers.map(subject.store.append));
      expect(answered.map(({ verdict }) => verdict!.code)).toEqual(
        codes.flatMap(() => ["passed", "failed", "inspected-meanwhile"]),
      );
      expect(await scanAll("inspect", "CY")).toMatchObject({ code: "not-a-thing" });
    });
  });
}
