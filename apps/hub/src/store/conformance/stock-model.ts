import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { StockAction } from "../../registers/register.ts";
import type { Verdict } from "../../registers/verdict.ts";
import type { MovementRecord } from "../movements.ts";
import type { Arrival } from "../store.ts";
import { article, createStoreroom } from "../testing/storeroom.ts";
import type { Subject } from "../testing/subject.ts";

/** How many steps the test makes, in runs of at most 100. */
const steps = Number(process.env.STOCK_STEPS ?? (process.env.TEST_SET === "all" ? 10_000 : 400));
const stepsPerRun = 100;

const users = ["ada", "bob"] as const;
const actions = ["add", "remove", "move", "count"] as const;
const places = ["A", "B", "C"] as const;
const articles = ["SCREW", "NUT", "BOLT"] as const;

type ScanStep = {
  kind: "scan";
  user: string;
  action: StockAction;
  content: string;
  quantity?: number;
};

type Step =
  | ScanStep
  /** Scans that arrive together, and that PostgreSQL decides about as one group. */
  | { kind: "burst"; scans: ScanStep[] }
  | { kind: "repeat" | "undo"; back: number }
  | { kind: "correct"; back: number; quantity: number }
  | { kind: "pause" | "putDown"; user: string; action: StockAction };

const user = fc.constantFrom(...users);
const action = fc.constantFrom(...actions);
const quantity = fc.integer({ min: 0, max: 5000 });
const back = fc.nat(5);
const scan: fc.Arbitrary<ScanStep> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("scan" as const),
      ...{ user, action },
      content: fc.oneof(
        fc.constantFrom(...places.map((place) => `P-${place}`)),
        { weight: 3, arbitrary: fc.constantFrom(...articles) },
        fc.constantFrom("N-12", "UNKNOWN"),
      ),
    }),
  },
  fc.record({
    kind: fc.constant("scan" as const),
    ...{ user, action, quantity },
    content: fc.constantFrom(...articles),
  }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: scan },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("burst" as const),
      scans: fc.array(scan, { minLength: 2, maxLength: 6 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("repeat", "undo"), back }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("correct" as const), back, quantity }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom("pause", "putDown"), user, action }),
  },
);

export function stockModelConformance(subject: Subject): void {
  const { find, importRows, toScan, undo, correct, entries, open } = createStoreroom(subject);

  describe("a stock", () => {
    beforeEach(async () => {
      await open();
      await importRows(article("NUT", "Nuts"), article("BOLT", "Bolts"));
    });

    it(`agrees with a model over ${steps} steps, and with its own journal`, async () => {
      const runs = Math.ceil(steps / stepsPerRun);
      const run = fc.array(step, { minLength: stepsPerRun, maxLength: stepsPerRun });
      await fc.assert(fc.asyncProperty(run, agree), { numRuns: runs, endOnFailure: true });
    }, 3_600_000);

    async function agree(run: Step[]): Promise<void> {
      // Nobody has anything in hand at the beginning of a run.
      subject.time += 300_000;
      const first = (await newestMovement())?.id ?? 0;
      const model = createModel(await readQuantities());
      const start = model.list();
      const done: { arrival: Arrival; verdict: Verdict; goesOn: boolean }[] = [];
      for (const each of run) {
        subject.time += 1;
        const earlier = done.at(-1 - ("back" in each ? each.back : 0));
        if (each.kind === "scan" || each.kind === "burst") {
          const scans = each.kind === "scan" ? [each] : each.scans;
          const arrivals = scans.map(({ user, action, content, quantity }) =>
            toScan(action, content, { user, ...(quantity !== undefined && { quantity }) }),
          );
          const appended = await Promise.all(
            arrivals.map((arrival) => subject.store.append(arrival)),
          );
          // The scans of one user at the same moment count as if they were a millisecond apart.
          subject.time += scans.length - 1;
          for (const [index, { verdict }] of appended.entries()) {
            const { isBooked, goesOn } = model.scan(subject.time, scans[index]!);
            expect([each, verdict!.result === "no"]).toEqual([each, !isBooked]);
            done.push({ arrival: arrivals[index]!, verdict: verdict!, goesOn });
          }
        } else if (each.kind === "repeat" && earlier) {
          const { verdict, repeat } = await subject.store.append(earlier.arrival);
          expect({ verdict, repeat }).toEqual({ verdict: earlier.verdict, repeat: true });
        } else if (each.kind === "undo" && earlier) {
          const { movement } = earlier.verdict;
          if ((await undo(movement)).code === "undone") model.undo(await readMovement(movement));
        } else if (each.kind === "correct" && earlier?.verdict.booking) {
          const { movement } = earlier.verdict;
          const corrected = await correct(movement, each.quantity);
          if (corrected.result !== "no") {
            model.undo(await readMovement(movement));
            model.correct(await readMovement(corrected.movement), each.quantity, earlier.goesOn);
          }
        } else if (each.kind === "pause") subject.time += 120_001;
        else if (each.kind === "putDown") {
          await subject.store.putDown(each.action, each.user);
          model.putDown(each.action, each.user);
        }
      }
      expect(await readQuantities()).toEqual(model.list());
      await expectJournal(start, first);
      await expectStartAfterUndoingAll(start, first);
    }

    /** Expects the states to be what the journal adds up to. */
    async function expectJournal(start: Quantities, first: number): Promise<void> {
      const folded = createModel(start);
      for (const movement of await readJournal(first)) folded.book(movement);
      expect(folded.list()).toEqual(await readQuantities());
    }

    async function expectStartAfterUndoingAll(start: Quantities, first: number): Promise<void> {
      const undone = new Set<number>();
      for (const { id, undoes, delta } of (await readJournal(first)).reverse()) {
        if (undone.has(id) || delta === undefined) continue;
        if (undoes === undefined) expect((await undo(id)).code).toBe("undone");
        else undone.add(undoes);
      }
      expect(await readQuantities()).toEqual(start);
    }

    async function readQuantities(): Promise<Quantities> {
      return Object.fromEntries(
        (await entries()).flatMap(({ label, stock = [] }) =>
          stock.flatMap(({ label: place, quantity }) =>
            quantity === 0 ? [] : [[`${label} ${place}`, quantity]],
          ),
        ),
      );
    }

    async function readJournal(after: number): Promise<MovementRecord[]> {
      const { id } = await find();
      return subject.store.toldMovements(id, { after, limit: 10_000 });
    }

    async function readMovement(id: number): Promise<MovementRecord> {
      return (await readJournal(id - 1))[0]!;
    }

    async function newestMovement(): Promise<MovementRecord | undefined> {
      return (await subject.store.movements((await find()).id, { limit: 1 }))[0];
    }
  });
}

/** The quantities other than 0, in thousandths, by the labels of the article and the place. */
type Quantities = Record<string, number>;

type ModelHand = {
  place?: string;
  from?: string | undefined;
  number?: number | undefined;
  /** The articles that were counted since the place was scanned. */
  counted: Set<string>;
  isPlaceNew: boolean;
  touchedAt: number;
};

const labels: Record<string, string> = { SCREW: "Screws", NUT: "Nuts", BOLT: "Bolts" };

/** Creates a model of the register that knows the rules in a few lines. */
function createModel(start: Quantities) {
  const quantities = new Map(Object.entries(start));
  const hands = new Map<string, ModelHand>();
  const counters = new Map<string, string>();
  const get = (article: string, place: string) => quantities.get(`${article} ${place}`) ?? 0;
  const add = (article: string, place: string, delta: number) =>
    quantities.set(`${article} ${place}`, get(article, place) + delta);

  /** Makes a movement of the journal, or takes it back. */
  const book = ({ label = "", place, from, delta }: Partial<MovementRecord>, sign = 1) => {
    if (delta === undefined) return;
    add(label, place!.label!, sign * delta);
    if (from) add(label, from.label!, -sign * delta);
    for (const at of [place, from]) counters.delete(`${label} ${at?.label}`);
  };

  /** Books a scan. Returns whether it has an effect, and whether it adds to a count before. */
  const scan = (now: number, { user, action, content, quantity }: ScanStep) => {
    const key = `${action} ${user}`;
    const held = hands.get(key);
    const hand: ModelHand =
      held && now - held.touchedAt <= 120_000
        ? held
        : { counted: new Set(), isPlaceNew: false, touchedAt: now };
    hand.touchedAt = now;
    hands.set(key, hand);
    if (content.startsWith("P-")) {
      const place = `Shelf ${content.slice(2)}`;
      const isPair = action === "move" && hand.isPlaceNew && hand.place !== place;
      hand.from = isPair ? hand.place : undefined;
      hand.place = place;
      hand.counted.clear();
      hand.isPlaceNew = true;
      return { isBooked: true, goesOn: false };
    }
    hand.isPlaceNew = false;
    if (content === "N-12") {
      hand.number = 12_000;
      return { isBooked: true, goesOn: false };
    }
    const amount = quantity ?? hand.number ?? 1000;
    const label = labels[content] ?? content;
    const { place } = hand;
    const refused = { isBooked: false, goesOn: false };
    if (place === undefined || (amount === 0 && action !== "count")) return refused;
    const others = places
      .map((name) => `Shelf ${name}`)
      .filter((name) => name !== place && get(label, name) > 0);
    const from = hand.from ?? (others.length === 1 ? others[0] : undefined);
    if (action === "remove" && get(label, place) < amount) return refused;
    if (action === "move" && (from === undefined || get(label, from) < amount)) return refused;
    if (action === "move") add(label, from!, -amount);
    const counter = `${label} ${place}`;
    const goesOn = hand.counted.has(label) && counters.get(counter) === key;
    if (action === "count" && !goesOn) quantities.set(counter, 0);
    add(label, place, action === "remove" ? -amount : amount);
    if (action === "count") {
      hand.counted.add(label);
      counters.set(counter, key);
    }
    hand.number = undefined;
    return { isBooked: true, goesOn: action === "count" && goesOn };
  };

  return {
    scan,
    book,
    undo: (movement: MovementRecord) => book(movement, -1),
    /** Books a corrected movement. A count goes on as that of the user who made it. */
    correct(movement: MovementRecord, quantity: number, goesOn: boolean): void {
      const { label = "", place, door, action } = movement;
      const counter = `${label} ${place!.label}`;
      const before = get(label, place!.label!);
      book(movement);
      if (action !== "count") return;
      const key = `count ${door}`;
      expect(get(label, place!.label!)).toBe(goesOn ? before + quantity : quantity);
      counters.set(counter, key);
      const hand = hands.get(key);
      if (hand?.place === place!.label) hand?.counted.add(label);
    },
    putDown: (action: StockAction, user: string) => hands.delete(`${action} ${user}`),
    list: (): Quantities =>
      Object.fromEntries([...quantities].filter(([, quantity]) => quantity !== 0).sort()),
  };
}
