import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { article, createStoreroom } from "../testing/storeroom.ts";
import type { Subject } from "../testing/subject.ts";

/** How many rounds the test makes. */
const rounds = process.env.TEST_SET === "all" ? 100 : 8;

const articles = { SCREW: "Screws", NUT: "Nuts", BOLT: "Bolts" };
const places = ["A", "B", "C"];

type Step = {
  kind: "count" | "undo" | "add";
  place: string;
  code: keyof typeof articles;
  quantity: number;
  user: string;
};

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("count", "count", "count", "undo", "add"),
  place: fc.constantFrom(...places),
  code: fc.constantFrom("SCREW", "NUT", "BOLT"),
  quantity: fc.integer({ min: 1, max: 9000 }),
  user: fc.constantFrom("ada", "bob"),
});

/** The quantities other than 0, in thousandths, such as those of `Screws at Shelf A`. */
type Quantities = Record<string, number>;

export function roundsModelConformance(subject: Subject): void {
  const { find, importRows, scan, undo, entries, open } = createStoreroom(subject);

  const read = async (): Promise<Quantities> =>
    Object.fromEntries(
      (await entries()).flatMap(({ label, stock = [] }) =>
        stock.flatMap(({ label: place, quantity }) =>
          quantity === 0 ? [] : [[`${label} at ${place}`, quantity]],
        ),
      ),
    );

  describe("rounds", () => {
    beforeEach(async () => {
      await open();
      await importRows(article("NUT", "Nuts"), article("BOLT", "Bolts"));
    });

    it(`book what a model counted, and lead back, ${rounds} times`, async () => {
      await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 30 }), agree), {
        numRuns: rounds,
        endOnFailure: true,
      });
    }, 600_000);

    async function agree(steps: Step[]): Promise<void> {
      const { id: register } = await find();
      const options = { blind: false, recount: false };
      const round = (await subject.store.beginRound(register, options)) as number;
      const model = createModel(await read());
      const counts: { key: string; user: string; quantity: number; movement: number }[] = [];
      for (const { kind, place, code, quantity, user } of steps) {
        subject.time += 1000;
        const key = `${articles[code]} at Shelf ${place}`;
        const last = kind === "undo" ? counts.pop() : undefined;
        if (last) {
          expect(await undo(last.movement)).toMatchObject({ code: "undone" });
          model.count(last.key, last.user, -last.quantity);
        }
        if (kind === "undo") continue;
        await scan(kind, `P-${place}`, { user });
        const { movement } = await scan(kind, code, { user, quantity });
        if (kind === "add") model.add(key, quantity);
        else {
          model.visit(place);
          model.count(key, user, quantity);
          counts.push({ key, user, quantity, movement });
        }
      }
      await subject.store.endRound(register, round);
      const before = await read();
      await subject.store.applyRound(register, round, "by hand");
      expect(await read()).toEqual(model.outcome());
      await subject.store.undoRound(register, round, "by hand");
      expect(await read()).toEqual(before);
    }
  });
}

/** Creates a model of a round, which keeps what was added since each count and each visit. */
function createModel(start: Quantities) {
  const keys = places.flatMap((place) =>
    Object.values(articles).map((label) => `${label} at Shelf ${place}`),
  );
  const isAt = (key: string, place: string) => key.endsWith(`Shelf ${place}`);
  const articlesAt = new Map(
    keys.map((key) => [
      key,
      {
        quantity: start[key] ?? 0,
        addedSinceVisit: undefined as number | undefined,
        /** The counts, the latest last, with how much was added since. */
        tallies: [] as { user: string; quantity: number; added: number }[],
      },
    ]),
  );
  return {
    add(key: string, quantity: number): void {
      const article = articlesAt.get(key)!;
      article.quantity += quantity;
      if (article.addedSinceVisit !== undefined) article.addedSinceVisit += quantity;
      for (const tally of article.tallies) tally.added += quantity;
    },
    visit(place: string): void {
      for (const [key, article] of articlesAt) if (isAt(key, place)) article.addedSinceVisit = 0;
    },
    count(key: string, user: string, quantity: number): void {
      const { tallies } = articlesAt.get(key)!;
      const index = tallies.findIndex((tally) => tally.user === user);
      if (quantity < 0) tallies[index]!.quantity += quantity;
      else {
        const [before] = index < 0 ? [] : tallies.splice(index, 1);
        tallies.push({ user, quantity: (before?.quantity ?? 0) + quantity, added: 0 });
      }
    },
    /** Returns the quantities other than 0 once the round is applied. */
    outcome(): Quantities {
      const outcomes = [...articlesAt].map(([key, { quantity, addedSinceVisit, tallies }]) => {
        const counted = tallies.filter((tally) => tally.quantity !== 0);
        if (counted.length === 0) return [key, addedSinceVisit ?? quantity] as const;
        const total = counted.reduce((sum, tally) => sum + tally.quantity, 0);
        return [key, total + counted.at(-1)!.added] as const;
      });
      return Object.fromEntries(outcomes.filter(([, quantity]) => quantity !== 0));
    },
  };
}
