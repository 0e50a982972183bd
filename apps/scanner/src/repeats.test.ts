import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRepeats, goneAfterMs, type RepeatRule } from "./repeats.ts";

/** Plays what the camera sees, a look every 100 ms, and takes whatever counts: the seconds at which scans happened. */
function play(sights: (string | undefined)[], rule: RepeatRule): [key: string, second: number][] {
  let clock = 0;
  const repeats = createRepeats({ now: () => clock });
  const scans: [string, number][] = [];
  sights.forEach((key, index) => {
    clock = index * 100;
    for (const fresh of repeats.look(key === undefined ? [] : [key], rule).fresh) {
      repeats.take(fresh);
      scans.push([fresh, clock / 1000]);
    }
  });
  return scans;
}

const rule = (repeats: RepeatRule["repeats"], repeatSeconds = 3): RepeatRule => ({
  repeats,
  repeatSeconds,
});
const seconds = (count: number, key?: string): (string | undefined)[] =>
  Array(count * 10).fill(key);

describe("repeats", () => {
  it.each(["never", "row", "seconds", "session"] as const)(
    "counts a code that stays in the picture once, however long (%s)",
    (repeats) => {
      expect(play(seconds(60, "a"), rule(repeats))).toEqual([["a", 0]]);
    },
  );

  it("never filters: a code counts each time it comes into the picture", () => {
    const sights = [...seconds(1, "a"), ...seconds(2), ...seconds(1, "a")];
    expect(play(sights, rule("never"))).toEqual([
      ["a", 0],
      ["a", 3],
    ]);
  });

  it("takes a code that flickers for less than a second as one showing", () => {
    const flicker = [...seconds(1, "a"), ...Array(goneAfterMs / 100 - 1).fill(undefined)];
    expect(play([...flicker, ...flicker, ...flicker], rule("never"))).toEqual([["a", 0]]);
  });

  it("in a row: drops the code scanned last, until another came between", () => {
    const gap = seconds(2);
    const sights = ["a", ...gap, "a", ...gap, "b", ...gap, "a"];
    expect(play(sights, rule("row")).map(([key]) => key)).toEqual(["a", "b", "a"]);
  });

  it("for some seconds: counts again when the code was out of sight that long", () => {
    const sights = ["a", ...seconds(2), "a", ...seconds(2), "a", ...seconds(3), "a"];
    expect(play(sights, rule("seconds"))).toEqual([
      ["a", 0],
      ["a", 7.3],
    ]);
  });

  it("for some seconds: waiting for a second frame does not make a code a repeat", () => {
    let clock = 0;
    const repeats = createRepeats({ now: () => clock });
    repeats.take("a");
    clock = 5000;
    expect(repeats.look(["a"], rule("seconds")).fresh).toEqual(["a"]);
    clock = 5050;
    expect(repeats.look(["a"], rule("seconds")).fresh).toEqual(["a"]);
  });

  it("in a session: counts each code once", () => {
    const gap = seconds(9);
    const sights = ["a", ...gap, "b", ...gap, "a", ...gap, "b"];
    expect(play(sights, rule("session")).map(([key]) => key)).toEqual(["a", "b"]);
  });

  it("does not offer a code again that was offered and left, before it was out of sight", () => {
    let clock = 0;
    const repeats = createRepeats({ now: () => clock });
    expect(repeats.look(["a", "b"], rule("never")).fresh).toEqual(["a", "b"]);
    repeats.take("a");
    repeats.settle("b");
    clock = 500;
    expect(repeats.look(["a", "b"], rule("never"))).toEqual({ fresh: [], repeated: ["a"] });
    clock = 2000;
    expect(repeats.look(["b"], rule("never")).fresh).toEqual(["b"]);
  });

  const sights = fc.array(fc.option(fc.constantFrom("a", "b", "c"), { nil: undefined }), {
    maxLength: 200,
  });

  it("stricter rules never let more through", () => {
    fc.assert(
      fc.property(sights, (seen) => {
        const never = play(seen, rule("never")).length;
        expect(play(seen, rule("seconds")).length).toBeLessThanOrEqual(never);
        expect(play(seen, rule("row")).length).toBeLessThanOrEqual(never);
        expect(play(seen, rule("session")).length).toBeLessThanOrEqual(
          play(seen, rule("row")).length,
        );
      }),
    );
  });

  it("holds what each rule promises about the scans that get through", () => {
    fc.assert(
      fc.property(sights, fc.integer({ min: 1, max: 9 }), (seen, wait) => {
        for (const mode of ["never", "row", "seconds", "session"] as const) {
          const scans = play(seen, rule(mode, wait));
          const keys = scans.map(([key]) => key);
          // Whatever the rule, everything that was shown was scanned at least once.
          expect(new Set(keys)).toEqual(new Set(seen.filter((key) => key !== undefined)));
          scans.forEach(([key, at], index) => {
            const before = scans.slice(0, index).findLast(([other]) => other === key);
            if (!before) return;
            expect(mode).not.toBe("session");
            if (mode === "row") expect(keys[index - 1]).not.toBe(key);
            const gap =
              mode === "seconds" ? Math.max(wait, goneAfterMs / 1000) : goneAfterMs / 1000;
            expect(at - before[1]).toBeGreaterThanOrEqual(gap);
          });
        }
      }),
    );
  });
});
