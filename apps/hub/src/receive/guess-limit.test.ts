import fc from "fast-check";
import { expect, test } from "vitest";
import { answerIntervalMs, createGuessLimit, freeGuesses, maxWaiting } from "./guess-limit.ts";

/** A limit with a clock that stands still until it is moved. */
function openLimit() {
  let time = 0;
  const told: string[] = [];
  const waits: { until: number; end: () => void }[] = [];
  const limit = createGuessLimit({
    now: () => time,
    onGuessing: ({ sender }) => told.push(sender),
    wait: (ms) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      waits.push({ until: time + ms, end: resolve });
      return promise;
    },
  });
  /** Scans a code, and returns the time of its answer; undefined if the scan is refused. */
  const scan = (sender: string, isUnknown = true): number | undefined => {
    const watch = limit.enter({ inbox: "door", sender });
    if (watch === "full") return undefined;
    const count = waits.length;
    return watch.decided(isUnknown) ? waits[count]!.until : time;
  };
  const advance = async (ms: number) => {
    time += ms;
    for (const { until, end } of waits) if (until <= time) end();
    await new Promise(setImmediate);
  };
  return { limit, scan, advance, told };
}

test("the first unknown codes of a minute are answered at once, and the next ones one by one", async () => {
  const { scan, advance, told } = openLimit();
  const times = Array.from({ length: freeGuesses + 3 }, () => scan("north"));
  expect(times).toEqual([
    ...Array(freeGuesses).fill(0),
    answerIntervalMs,
    2 * answerIntervalMs,
    3 * answerIntervalMs,
  ]);
  expect(told).toEqual(["north"]);
  expect(scan("north", false)).toBe(4 * answerIntervalMs);
  expect(scan("south")).toBe(0);
  await advance(60_000 + 3 * 2000);
  expect(scan("north")).toBe(66_000);
  expect(told).toHaveLength(1);
});

test("known codes cost nothing, however many they are", () => {
  const { scan, told } = openLimit();
  const times = Array.from({ length: 1000 }, () => scan("north", false));
  expect(new Set(times)).toEqual(new Set([0]));
  expect(told).toEqual([]);
});

test("a slowed sender who scans faster than that is refused, and only that one", async () => {
  const { scan, advance } = openLimit();
  for (let n = 0; n < freeGuesses; n += 1) scan("north");
  const times = Array.from({ length: maxWaiting + 5 }, () => scan("north"));
  expect(times.filter((time) => time === undefined)).toHaveLength(5);
  expect(scan("south")).toBe(0);
  await advance(answerIntervalMs);
  expect(scan("north")).toBe((maxWaiting + 1) * answerIntervalMs);
  expect(scan("north")).toBeUndefined();
});

test("a scan that is not decided frees its place", async () => {
  const { limit, scan } = openLimit();
  for (let n = 0; n < freeGuesses; n += 1) scan("north");
  const places = Array.from({ length: maxWaiting }, () =>
    limit.enter({ inbox: "door", sender: "north" }),
  );
  expect(limit.enter({ inbox: "door", sender: "north" })).toBe("full");
  const [first] = places;
  if (first === "full" || first === undefined) throw new Error("refused");
  first.cancel();
  expect(limit.enter({ inbox: "door", sender: "north" })).not.toBe("full");
});

test("nobody waits once the hub closes", async () => {
  const closing = new AbortController();
  const limit = createGuessLimit({ closing: closing.signal });
  const decide = () => {
    const watch = limit.enter({ inbox: "door", sender: "north" });
    return watch === "full" ? undefined : watch.decided(true);
  };
  for (let n = 0; n < freeGuesses; n += 1) expect(decide()).toBeUndefined();
  const turn = decide();
  closing.abort();
  await turn;
});

test("no sender gets more unknown codes decided than the free ones and a second each for the others", async () => {
  const step = fc.record({ ms: fc.integer({ min: 0, max: 5000 }), scans: fc.nat(20) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { scan, advance } = openLimit();
      let time = 0;
      let answered = 0;
      for (const { ms, scans } of steps) {
        await advance(ms);
        time += ms;
        for (let n = 0; n < scans; n += 1) if (scan("north") !== undefined) answered += 1;
        const earned = (time / 60_000) * freeGuesses;
        expect(answered).toBeLessThanOrEqual(
          freeGuesses + earned + time / answerIntervalMs + maxWaiting,
        );
      }
    }),
  );
});
