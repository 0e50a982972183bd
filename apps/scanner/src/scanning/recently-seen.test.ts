import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRecentlySeen, type DuplicateRule, goneAfterMs } from "./recently-seen.ts";

/**
 * Shows a reader one sight every 100 ms and scans every key that counts as new. Returns the scanned
 * keys with the second at which each was scanned.
 */
function play(
  sights: (string | undefined)[],
  rule: DuplicateRule,
): [key: string, second: number][] {
  let clock = 0;
  const recentlySeen = createRecentlySeen({ now: () => clock });
  const scans: [string, number][] = [];
  for (const [index, key] of sights.entries()) {
    clock = index * 100;
    for (const fresh of recentlySeen.observe(key === undefined ? [] : [key], rule).fresh) {
      recentlySeen.markScanned(fresh);
      scans.push([fresh, clock / 1000]);
    }
  }
  return scans;
}

const rule = (repeats: DuplicateRule["repeats"], repeatSeconds = 3): DuplicateRule => ({
  repeats,
  repeatSeconds,
});
const seconds = (count: number, key?: string): (string | undefined)[] =>
  Array(count * 10).fill(key);

describe("recently seen codes and tags", () => {
  it.each(["never", "row", "seconds", "session"] as const)(
    "count a code that stays in the picture for a minute once under the rule %s",
    (repeats) => {
      expect(play(seconds(60, "a"), rule(repeats))).toEqual([["a", 0]]);
    },
  );

  it("count a code each time it comes into the picture under the rule never", () => {
    const sights = [...seconds(1, "a"), ...seconds(2), ...seconds(1, "a")];
    expect(play(sights, rule("never"))).toEqual([
      ["a", 0],
      ["a", 3],
    ]);
  });

  it("count a code that flickers for less than a second once", () => {
    const flicker = [...seconds(1, "a"), ...Array(goneAfterMs / 100 - 1).fill(undefined)];
    expect(play([...flicker, ...flicker, ...flicker], rule("never"))).toEqual([["a", 0]]);
  });

  it("suppress the code scanned last until another was scanned under the rule row", () => {
    const gap = seconds(2);
    const sights = ["a", ...gap, "a", ...gap, "b", ...gap, "a"];
    expect(play(sights, rule("row")).map(([key]) => key)).toEqual(["a", "b", "a"]);
  });

  it("count a code again once it was out of sight long enough under the rule seconds", () => {
    // The second sight at 2.1 s and the third at 4.2 s come less than 3 s after the one before; the
    // last at 7.3 s does not.
    const sights = ["a", ...seconds(2), "a", ...seconds(2), "a", ...seconds(3), "a"];
    expect(play(sights, rule("seconds"))).toEqual([
      ["a", 0],
      ["a", 7.3],
    ]);
  });

  it("keep counting a new code as new while it waits for a second frame", () => {
    let clock = 0;
    const recentlySeen = createRecentlySeen({ now: () => clock });
    recentlySeen.markScanned("a");
    clock = 5000;
    expect(recentlySeen.observe(["a"], rule("seconds")).fresh).toEqual(["a"]);
    clock = 5050;
    expect(recentlySeen.observe(["a"], rule("seconds")).fresh).toEqual(["a"]);
  });

  it("count each code once under the rule session", () => {
    const gap = seconds(9);
    const sights = ["a", ...gap, "b", ...gap, "a", ...gap, "b"];
    expect(play(sights, rule("session")).map(([key]) => key)).toEqual(["a", "b"]);
  });

  it("do not count a code that was left out of a choice until it was out of sight", () => {
    let clock = 0;
    const recentlySeen = createRecentlySeen({ now: () => clock });
    expect(recentlySeen.observe(["a", "b"], rule("never")).fresh).toEqual(["a", "b"]);
    recentlySeen.markScanned("a");
    recentlySeen.suppress(["b"]);
    clock = 500;
    expect(recentlySeen.observe(["a", "b"], rule("never"))).toEqual({
      fresh: [],
      repeated: ["a"],
    });
    clock = 2000;
    expect(recentlySeen.observe(["b"], rule("never")).fresh).toEqual(["b"]);
  });

  /** Creates the suppression of a camera, and a function that lets time pass. */
  const createForCamera = () => {
    let clock = 0;
    const recentlySeen = createRecentlySeen({ isCamera: true, now: () => clock });
    const pass = (ms: number) => {
      clock += ms;
    };
    return { recentlySeen, pass };
  };

  it("do not count a code again that stayed in the picture while the camera paused", () => {
    const { recentlySeen, pass } = createForCamera();
    recentlySeen.markScanned("a");
    pass(20_000);
    expect(recentlySeen.observe([], rule("seconds")).fresh).toEqual([]);
    pass(900);
    expect(recentlySeen.observe(["a"], rule("seconds")).fresh).toEqual([]);
    // A shorter pause, after which the camera says that it resumes.
    pass(1500);
    recentlySeen.resume();
    expect(recentlySeen.observe(["a"], rule("never")).fresh).toEqual([]);
    pass(1100);
    recentlySeen.observe([], rule("seconds"));
    expect(recentlySeen.observe(["a"], rule("never")).fresh).toEqual(["a"]);
  });

  it("count a code again after another one, by the time since it was in sight", () => {
    const { recentlySeen, pass } = createForCamera();
    for (const key of ["a", "b"]) {
      expect(recentlySeen.observe([key], rule("seconds")).fresh).toEqual([key]);
      recentlySeen.markScanned(key);
      // The result is shown for ten seconds, in which no frame is read.
      pass(10_000);
      recentlySeen.suppress([key]);
      recentlySeen.resume();
      for (const _ of seconds(1.5)) {
        pass(100);
        recentlySeen.observe([], rule("seconds"));
      }
    }
    expect(recentlySeen.observe(["a"], rule("seconds")).fresh).toEqual(["a"]);
  });

  it("count a code again after a long pause, and one that was not in sight at once", () => {
    const { recentlySeen, pass } = createForCamera();
    recentlySeen.markScanned("a");
    pass(600_000);
    expect(recentlySeen.observe(["a"], rule("seconds")).fresh).toEqual(["a"]);
    recentlySeen.markScanned("b", { isInSight: false });
    pass(5000);
    expect(recentlySeen.observe(["b"], rule("never")).fresh).toEqual(["b"]);
  });

  const anySights = fc.array(fc.option(fc.constantFrom("a", "b", "c"), { nil: undefined }), {
    maxLength: 200,
  });

  it("never count more under a stricter rule", () => {
    fc.assert(
      fc.property(anySights, (sights) => {
        const [never, seconds, row, session] = (
          ["never", "seconds", "row", "session"] as const
        ).map((repeats) => play(sights, rule(repeats)).length) as [number, number, number, number];
        expect(seconds).toBeLessThanOrEqual(never);
        expect(row).toBeLessThanOrEqual(never);
        expect(session).toBeLessThanOrEqual(row);
      }),
    );
  });

  it("count every code at least once and respect the gap that each rule demands", () => {
    fc.assert(
      fc.property(anySights, fc.integer({ min: 1, max: 9 }), (sights, repeatSeconds) => {
        for (const repeats of ["never", "row", "seconds", "session"] as const) {
          const scans = play(sights, rule(repeats, repeatSeconds));
          const keys = scans.map(([key]) => key);
          expect(new Set(keys)).toEqual(new Set(sights.filter((key) => key !== undefined)));
          for (const [index, [key, second]] of scans.entries()) {
            const previous = scans.slice(0, index).findLast(([other]) => other === key);
            if (!previous) continue;
            expect(repeats).not.toBe("session");
            if (repeats === "row") expect(keys[index - 1]).not.toBe(key);
            const goneAfter = goneAfterMs / 1000;
            const minGap = repeats === "seconds" ? Math.max(repeatSeconds, goneAfter) : goneAfter;
            expect(second - previous[1]).toBeGreaterThanOrEqual(minGap);
          }
        }
      }),
    );
  });
});
