import { describe, expect, it } from "vitest";
import { findMedian, findSlope, judge, type Point, type Rule, sixthOf } from "./soak-judge.ts";

const minutes = 60;
const seconds = minutes * 60;
/** Samples twice a minute. */
const sample = (valueAt: (minute: number) => number): Point[] =>
  Array.from({ length: minutes * 2 }, (_, index) => {
    const at = (index + 1) * 30;
    return { at, value: valueAt(at / 60) };
  });

function judgeSamples(rule: Rule, points: readonly Point[]) {
  const sixths = Array.from({ length: 6 }, (_, sixth) =>
    findMedian(points.filter(({ at }) => sixthOf(at, seconds) === sixth).map(({ value }) => value)),
  );
  return judge(rule, points, { seconds, sixths });
}

/** 200 MB, of which garbage takes 0 to 30 MB in a sawtooth of seven minutes. */
const sawtooth = (minute: number) => 200 + ((minute % 7) / 7) * 30;
const memory: Rule = { kind: "level", share: 0.05, least: 8 };

describe("the slope", () => {
  it("of points on a line is that of the line", () => {
    expect(findSlope([0, 1, 2, 5, 9].map((at) => ({ at, value: 3 * at - 4 })))).toBe(3);
  });

  it("is the median over all pairs, so that an outlier does not move it", () => {
    const points = [0, 1, 2, 3, 4, 5].map((at) => ({ at, value: at === 4 ? 1000 : 2 * at }));
    // Of 15 pairs, the five with the outlier have other slopes than 2.
    expect(findSlope(points)).toBe(2);
  });

  it("of a single point is no number", () => {
    expect(findSlope([{ at: 1, value: 1 }])).toBeNaN();
  });
});

describe("a level", () => {
  it("that stays is flat", () => {
    expect(
      judgeSamples(
        memory,
        sample(() => 200),
      ),
    ).toEqual({ change: 0, allowed: 10, flat: true });
  });

  it("that goes up and down is flat", () => {
    expect(judgeSamples(memory, sample(sawtooth))).toMatchObject({ flat: true });
  });

  it("that grows only in the first sixth, while caches fill, is flat", () => {
    const filling = sample((minute) => Math.min(200, 100 + minute * 10));
    expect(judgeSamples(memory, filling)).toMatchObject({ change: 0, flat: true });
  });

  it("with a peak in one sixth is flat", () => {
    const points = sample((minute) => (minute > 30 && minute <= 34 ? 900 : 200));
    expect(judgeSamples(memory, points)).toMatchObject({ change: 0, flat: true });
  });

  it("that leaks 1 MB a minute grows by the 50 MB of the last 50 minutes", () => {
    const judged = judgeSamples(
      memory,
      sample((minute) => 200 + minute),
    );
    expect(judged.flat).toBe(false);
    expect(judged.change).toBeCloseTo(50);
  });

  it("that leaks 1 MB a minute under a sawtooth of garbage grows", () => {
    const judged = judgeSamples(
      memory,
      sample((minute) => sawtooth(minute) + minute),
    );
    expect(judged.flat).toBe(false);
    expect(judged.change).toBeGreaterThan(40);
  });

  it("that shrinks is flat", () => {
    expect(
      judgeSamples(
        memory,
        sample((minute) => 200 - minute),
      ),
    ).toMatchObject({ flat: true });
  });
});

it("nothing is flat without samples", () => {
  const rules: Rule[] = [
    memory,
    { kind: "same" },
    { kind: "bounded", most: 32 },
    { kind: "pace", least: 10 },
  ];
  for (const rule of rules) expect(judgeSamples(rule, [])).toMatchObject({ flat: false });
});

describe("other values", () => {
  it("are the same only if the medians of the second and the last sixth are equal", () => {
    const same: Rule = { kind: "same" };
    const open = (minute: number) => (minute % 10 === 0 ? 40 : 31);
    expect(judgeSamples(same, sample(open))).toMatchObject({ flat: true });
    const leaking = sample((minute) => open(minute) + Math.floor(minute / 30));
    expect(judgeSamples(same, leaking)).toMatchObject({ change: 1, flat: false });
  });

  it("are bounded if no later sample is above the bound", () => {
    const bounded: Rule = { kind: "bounded", most: 32 };
    const first = sample((minute) => (minute < 5 ? 99 : 32));
    expect(judgeSamples(bounded, first)).toMatchObject({ change: 32, flat: true });
    const later = sample((minute) => (minute === 40 ? 33 : 16));
    expect(judgeSamples(bounded, later)).toMatchObject({ change: 33, flat: false });
  });

  it("keep their pace up to 1.5 times the second sixth, or a few milliseconds more", () => {
    const pace: Rule = { kind: "pace", least: 10 };
    const slowing = (last: number) => sample((minute) => (minute > 50 ? last : 40));
    expect(judgeSamples(pace, slowing(60))).toMatchObject({ flat: true });
    expect(judgeSamples(pace, slowing(61))).toMatchObject({ change: 21, flat: false });
    const quick = sample((minute) => (minute > 50 ? 12 : 3));
    expect(judgeSamples(pace, quick)).toMatchObject({ flat: true });
  });
});
