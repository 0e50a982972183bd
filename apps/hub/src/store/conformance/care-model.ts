import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { Verdict } from "../../registers/verdict.ts";
import type { MovementRecord } from "../movements.ts";
import type { Arrival } from "../store.ts";
import { type CareScan, createCareModel } from "../testing/care-model.ts";
import { createLending, person, thing } from "../testing/lending.ts";
import type { Subject } from "../testing/subject.ts";

/** How many steps the test makes, in runs of at most 100. */
const steps = Number(process.env.CARE_STEPS ?? (process.env.TEST_SET === "all" ? 10_000 : 400));
const stepsPerRun = 100;

const people = ["ADA", "BOB", "CY"] as const;
const things = ["DRILL", "SAW", "AXE", "VISE"] as const;
const users = ["desk", "gate"] as const;
const registers = ["tools", "checks"] as const;
const labels: Record<string, string> = {
  ...{ ADA: "Ada Lovelace", BOB: "Bob Kahn", CY: "Cy Twombly" },
  ...{ DRILL: "Drill", SAW: "Saw", AXE: "Axe", VISE: "Vise" },
};

const thingName = fc.constantFrom(...things);
const user = fc.constantFrom(...users);
const register = fc.constantFrom(...registers);
const inbox = fc.constantFrom("lend-or-return" as const, "lend" as const, "return" as const);
const back = fc.nat(5);
const scan: fc.Arbitrary<CareScan> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ inbox, user },
      content: fc.constantFrom(...people, ...things, ...things, "OTHER"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ inbox: fc.constant("inspect" as const), user },
      content: fc.constantFrom(...things, ...things, "ADA", "OTHER"),
    }),
  },
);
const isYes = fc.boolean();
const kind = <Kind extends string>(name: Kind) => fc.constant(name);
const step = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: kind("scan"),
      scans: fc.array(scan, { minLength: 1, maxLength: 1 }),
    }),
  },
  /** Scans that arrive together, and that PostgreSQL decides about as one group. */
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind("scan"),
      scans: fc.array(scan, { minLength: 2, maxLength: 6 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: kind("answer"),
      back,
      answers: fc.array(fc.record({ user, isYes }), { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("repeat", "undo"), back }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("setDue"), register, thing: thingName }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("remind"), register, thing: thingName }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("block"), thing: thingName, isYes }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("putDown"), inbox, user }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind("wait"),
      ms: fc.constantFrom(11_000, 120_001, 86_400_000, 8 * 86_400_000),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type Done = { arrival: Arrival; verdict: Verdict };

export function careModelConformance(subject: Subject): void {
  const lending = createLending(subject);
  const { find, importRows, toScan, toAnswers, undo, setDue, remind, idOf, changeRules } = lending;

  describe("loans and inspections", () => {
    beforeEach(async () => {
      await lending.open();
      await importRows(person("CY", "Cy Twombly"), thing("AXE", "Axe"), thing("VISE", "Vise"));
      await changeRules({ loanFor: "7 days" });
    });

    it(`agree with a model over ${steps} steps, and with their own journals`, async () => {
      const model = createCareModel(people, things);
      const ids = new Map<string, number>();
      for (const name of [...people, ...things]) ids.set(name, await idOf(labels[name]!));
      const names = new Map([...ids].map(([name, id]) => [id, name]));
      const registerIds = new Map<string, number>();
      for (const name of registers) registerIds.set(name, (await find(name)).id);
      const journals = new Map(registers.map((name) => [name, createJournal(names)]));
      const sent = new Map<string, Verdict>();
      const run = fc.array(step, { minLength: stepsPerRun, maxLength: stepsPerRun });
      const runs = Math.ceil(steps / stepsPerRun);
      await fc.assert(fc.asyncProperty(run, agree), { numRuns: runs, endOnFailure: true });

      async function agree(run: Step[]): Promise<void> {
        const done: Done[] = [];
        for (const each of run) {
          subject.time += 1;
          await makeStep(each, done);
        }
        for (const name of registers) await expectStates(name);
        await expectCounts();
      }

      async function makeStep(each: Step, done: Done[]): Promise<void> {
        const now = subject.time;
        const earlier = done.at(-1 - ("back" in each ? each.back : 0));
        if (each.kind === "scan") {
          const arrivals = each.scans.map(({ inbox, content, user }) =>
            toScan(inbox, content, { user }),
          );
          const appended = await Promise.all(arrivals.map(subject.store.append));
          for (const [index, { verdict }] of appended.entries()) {
            const { content } = each.scans[index]!;
            expectVerdict(each, verdict!, model.scan(now, each.scans[index]!));
            if (verdict!.code === "holder-set")
              for (const name of things)
                expect([name, verdict!.text.includes(labels[name]!)]).toEqual([
                  ...[name, model.loansOf(content).includes(name)],
                ]);
            done.push({ arrival: arrivals[index]!, verdict: verdict! });
          }
          subject.time += each.scans.length;
        } else if (each.kind === "answer") {
          const asked = done.filter(({ verdict }) => model.questions.has(verdict.movement));
          const { verdict } = asked.at(-1 - each.back) ?? {};
          if (verdict) await sendAnswers(now, verdict, each, done);
        } else if (each.kind === "repeat" && earlier) {
          const { verdict, repeat } = await subject.store.append(earlier.arrival);
          expect({ verdict, repeat }).toEqual({ verdict: earlier.verdict, repeat: true });
        } else if (each.kind === "undo" && earlier) {
          const { movement, register } = earlier.verdict;
          expectVerdict(each, await undo(movement, register), model.undo(now, movement));
        } else if (each.kind === "setDue") {
          const dueAt = now + 86_400_000;
          const verdict = await setDue(labels[each.thing]!, dueAt, each.register);
          expectVerdict(each, verdict, model.setDue(now, each.register, each.thing, dueAt));
        } else if (each.kind === "remind") {
          // The hub reports no date before it has come.
          if (!(model.list(each.register)[each.thing]!.dueAt! < now)) return;
          const { verdict, repeat } = await remind(labels[each.thing]!, "overdue", each.register);
          const isNews = model.remind(now, each.register, each.thing);
          expect([each, verdict !== undefined && !repeat]).toEqual([each, isNews]);
        } else if (each.kind === "block") {
          const { isYes: blocked } = each;
          await subject.store.changeEntry(registerIds.get("tools")!, ids.get(each.thing)!, {
            blocked,
          });
          model.block(each.thing, blocked);
        } else if (each.kind === "putDown") {
          await subject.store.putDown(each.inbox, each.user);
          model.putDown(each.inbox, each.user);
        } else if (each.kind === "wait") subject.time += each.ms;
      }

      /** Sends answers to the same question at the same time. */
      async function sendAnswers(
        now: number,
        asked: Verdict,
        { answers }: Extract<Step, { kind: "answer" }>,
        done: Done[],
      ): Promise<void> {
        const { inbox } = model.questions.get(asked.movement)!;
        const isCheck = inbox === "inspect";
        const values = answers.map(({ isYes, user }) => {
          const [key, value] = isCheck
            ? ["cable", isYes ? "pass" : "fail"]
            : ["hand-over", isYes ? "yes" : "no"];
          return { value, user, given: { [key!]: value! } };
        });
        const arrivals = [];
        for (const { given, user } of values)
          arrivals.push(await toAnswers(asked, given, { user, inbox }));
        const appended = await Promise.all(arrivals.map(subject.store.append));
        for (const [index, { verdict, repeat }] of appended.entries()) {
          const { user, value } = values[index]!;
          const key = `${asked.movement} ${user} ${value}`;
          const first = sent.get(key);
          if (first) expect({ verdict, repeat }).toEqual({ verdict: first, repeat: true });
          else {
            expectVerdict(value, verdict!, model.answer(now, asked.movement, user, value!));
            sent.set(key, verdict!);
            done.push({ arrival: arrivals[index]!, verdict: verdict! });
          }
        }
        subject.time += answers.length;
      }

      function expectVerdict(each: unknown, verdict: Verdict, code: string): void {
        expect([each, verdict.code]).toEqual([each, code]);
        model.note(verdict);
      }

      /** Expects the states to be those of the model, and what the journal adds up to. */
      async function expectStates(register: (typeof registers)[number]): Promise<void> {
        const id = registerIds.get(register)!;
        const journal = journals.get(register)!;
        const added = await subject.store.toldMovements(id, {
          after: journal.last(),
          limit: 10_000,
        });
        for (const movement of added) {
          journal.add(movement);
          const { answered, answers, entry } = movement;
          if (answered === undefined) continue;
          const question = model.questions.get(answered)!;
          expect([answers![0]!.value, names.get(entry!)]).toEqual([
            ...[question.answers, question.thing],
          ]);
        }
        const wanted = model.list(register);
        expect(journal.list()).toEqual(wanted);
        const entries = await subject.store.entries(id, { role: "article", limit: 99 });
        const stored = entries.map(({ id, care }) => {
          const { status = "set", holder, dueAt } = care ?? {};
          return [names.get(id)!, { status, holder: names.get(holder?.id ?? 0), dueAt }];
        });
        expect(Object.fromEntries(stored)).toEqual(wanted);
        const open = [...model.questions].filter(([, { answers }]) => answers !== undefined);
        const own = open.filter(
          ([, { inbox }]) => (inbox === "inspect") === (register !== "tools"),
        );
        expect(journal.answered.size).toBe(own.length);
      }

      async function expectCounts(): Promise<void> {
        const tools = registerIds.get("tools")!;
        const counts = await subject.store.countCare(tools);
        const sum = (of: typeof counts) => of.reduce((total, { count }) => total + count, 0);
        expect(sum(counts)).toBe(things.length);
        const lent = Object.values(model.list("tools")).filter(({ status }) => status === "lent");
        expect(sum(counts.filter(({ status }) => status === "lent"))).toBe(lent.length);
        let held = 0;
        for (const name of people) {
          const filter = { holder: ids.get(name)!, limit: 99 };
          const has = await subject.store.entries(tools, filter);
          expect(has.map((entry) => names.get(entry.id))).toEqual(model.loansOf(name));
          held += has.length;
        }
        expect(held).toBe(lent.length);
      }
    }, 3_600_000);
  });
}

type Folded = { status: string; holder: string | undefined; dueAt: number | undefined };

/** Creates what a journal adds up to. */
function createJournal(names: ReadonlyMap<number, string>) {
  const states = new Map<string, Folded>();
  const before = new Map<number, { thing: string; state: Folded | undefined }>();
  const answered = new Set<number>();
  let last = 0;
  const statusOf: Record<string, string> = {
    ...{ lent: "lent", "handed-over": "lent", returned: "free", "returned-late": "free" },
    ...{ passed: "passed", failed: "failed" },
  };
  return {
    answered,
    last: () => last,
    add(movement: MovementRecord): void {
      const { id, entry, code, undoes, holder, due } = movement;
      last = id;
      if (movement.answered !== undefined) {
        expect(answered.has(movement.answered)).toBe(false);
        answered.add(movement.answered);
      }
      const thing = names.get(entry ?? 0) ?? "";
      const state = states.get(thing);
      const status = statusOf[code] ?? (code === "due-set" ? (state?.status ?? "set") : undefined);
      if (status !== undefined) {
        before.set(id, { thing, state });
        const name = status === "lent" ? names.get(holder?.id ?? 0) : undefined;
        const dueAt = due === undefined ? undefined : Date.parse(due);
        states.set(thing, { status, holder: name, dueAt });
      }
      if (code === "undone" && undoes !== undefined) {
        const { thing: of, state: earlier } = before.get(undoes)!;
        expect(of).toBe(thing);
        if (earlier) states.set(thing, earlier);
        else states.delete(thing);
      }
    },
    list: (): Record<string, Folded> =>
      Object.fromEntries(
        things.map((thing) => [
          thing,
          states.get(thing) ?? { status: "set", holder: undefined, dueAt: undefined },
        ]),
      ),
  };
}
