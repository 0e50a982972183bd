import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { Code, Verdict } from "../../registers/verdict.ts";
import { createGala, guest } from "../testing/gala.ts";
import type { Subject } from "../testing/subject.ts";

export function registerModelConformance(subject: Subject): void {
  const { find, importRows, toScan, act, undo, exitAll, open } = createGala(subject);

  describe("a register", () => {
    beforeEach(open);

    it("agrees with a model for any order of scans, exits, acts by hand, undos, repeats and everybody going out", async () => {
      const labels = ["T-1", "T-2", "M-3", "M-4"];
      await importRows(...labels.slice(2).map((code) => guest(code, code)));
      await subject.store.changeRegister("gala", { rules: { capacity: 2 } });
      const { id } = await find();
      const ids = (await subject.store.entries(id, { limit: 9 })).map((entry) => entry.id);
      await fc.assert(
        fc.asyncProperty(fc.array(toCommands(labels.length), { maxLength: 12 }), async (groups) => {
          for (const entry of ids) await act(entry, "out");
          subject.time += 60_000;
          const inside = new Set<number>();
          for (const { everybodyOut, scans: group } of groups) {
            subject.time += 60_000;
            if (everybodyOut) {
              const code = inside.size > 0 ? "everybody-out" : undefined;
              for (const verdict of [await exitAll(), await exitAll()])
                expect(verdict?.code).toBe(code);
              inside.clear();
            }
            const arrivals = group.map(({ guest: n, door, repeats }) => ({
              ...{ n, door, repeats },
              arrival: toScan(labels[n]!, door),
            }));
            const expected = arrivals.flatMap(({ n, door, repeats }) => {
              const code = stepModel(inside, n, door);
              return repeats ? [code, code] : [code];
            });
            const appended = await Promise.all(
              arrivals.flatMap(({ arrival, repeats }) =>
                (repeats ? [arrival, arrival] : [arrival]).map(subject.store.append),
              ),
            );
            expect(appended.map(({ verdict }) => simplify(verdict!.code))).toStrictEqual(expected);
            await undoSome(group[0]!.guest % 2 === 0, appended[0]!.verdict!, group.length === 1);
            async function undoSome(wanted: boolean, verdict: Verdict, isLast: boolean) {
              if (!wanted || !isLast || !["checked-in", "checked-out"].includes(verdict.code))
                return;
              expect((await undo(verdict.movement)).code).toBe("undone");
              const n = group[0]!.guest;
              if (verdict.code === "checked-in") inside.delete(n);
              else inside.add(n);
            }
          }
          const entries = await subject.store.entries(id, { limit: 9 });
          const present = entries.map(({ presence }) => presence?.status === "inside");
          expect(present).toStrictEqual(ids.map((_, n) => inside.has(n)));
          expect((await find()).inside).toBe(inside.size);
          expect(await foldJournal(ids)).toStrictEqual(present);
        }),
        { numRuns: 15 },
      );
    }, 60_000);

    /** Returns whether each entry is inside, computed from the journal alone. */
    async function foldJournal(ids: number[]): Promise<boolean[]> {
      const journal = await subject.store.movements((await find()).id, { limit: 100_000 });
      const byId = new Map(journal.map((movement) => [movement.id, movement]));
      const inside = new Map<number, boolean>();
      for (const { entry, code, undoes } of journal.reverse()) {
        if (code === "checked-in") inside.set(entry!, true);
        if (code === "checked-out") inside.set(entry!, false);
        if (code === "everybody-out") inside.clear();
        if (code === "undone") inside.set(entry!, byId.get(undoes!)!.code === "checked-out");
      }
      return ids.map((id) => inside.get(id) ?? false);
    }
  });
}

type Command = { guest: number; door: "north" | "exit"; repeats: boolean };

/**
 * Draws scans that are sent at the same time, and whether a rule checks everybody out before them.
 */
function toCommands(guests: number) {
  const command: fc.Arbitrary<Command> = fc.record({
    guest: fc.nat(guests - 1),
    door: fc.constantFrom("north", "exit"),
    repeats: fc.boolean(),
  });
  const scans = fc.array(command, { minLength: 1, maxLength: 5 });
  return fc.record({ everybodyOut: fc.boolean(), scans });
}

/** Returns the verdict that the rules demand with a capacity of two, and updates who is inside. */
function stepModel(inside: Set<number>, guest: number, door: Command["door"]): string {
  if (door === "exit") return inside.delete(guest) ? "checked-out" : "not-in";
  if (inside.has(guest)) return "already-in";
  if (inside.size >= 2) return "full";
  inside.add(guest);
  return "checked-in";
}

/** A guest who scans again at once gets `just-now` instead of a refusal. */
function simplify(code: Code): string {
  return code === "just-now" ? "already-in" : code;
}
