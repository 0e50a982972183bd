import fc from "fast-check";
import { expect, test } from "vitest";
import { bands } from "../passes/bands.ts";
import { quick } from "../passes/quick.ts";
import { frameSchedule, type Step } from "./frame-plan.ts";
import type { Places } from "./places.ts";
import { estimateCost, estimatePreparation, estimateReread, maxFrameCost } from "./step-cost.ts";

const frame = { width: 1920, height: 1080 };
const nowhere: Places = { bars: [], stacks: [], patches: [] };

test("a step costs nothing if its place does not exist", () => {
  for (const step of frameSchedule.flat()) {
    if (step.at !== "whole") expect(estimateCost(step, nowhere, frame, false)).toBe(0);
  }
});

test("bars that have been sampled cost less", () => {
  const region = { x: 900, y: 500, angle: 0.3, length: 400, height: 120 };
  const step: Step = { at: "bars", rank: 0, pass: bands, relativeCost: 1 };
  const places = { ...nowhere, bars: [region] };
  expect(estimateCost(step, places, frame, true)).toBeLessThan(
    estimateCost(step, places, frame, false) / 2,
  );
});

test("the cost of reading a code again grows with that of its step", () => {
  const box = { x: 700, y: 400, width: 420, height: 180 };
  const places = { ...nowhere, patches: [box] };
  for (const relativeCost of [1, 4]) {
    const step: Step = { at: "patch", rank: 0, pass: quick, relativeCost };
    expect(estimateReread(step, box)).toBe(estimateCost(step, places, frame, false));
  }
  const bars = (relativeCost: number): Step => ({ at: "bars", rank: 0, pass: bands, relativeCost });
  expect(estimateReread(bars(12), box) - estimateReread(bars(1), box)).toBeGreaterThan(
    estimateReread(bars(1), box),
  );
  const stacks = [{ x: 900, y: 500, angle: 0, length: 400, height: 180 }];
  const stack: Step = { at: "stack", rank: 0 };
  expect(estimateReread(stack, box)).toBe(
    estimateCost(stack, { ...nowhere, stacks }, frame, false),
  );
});

test("a larger patch costs as much or more, up to what a frame has time for", () => {
  const side = fc.integer({ min: 1, max: 700 });
  const step: Step = { at: "patch", rank: 0, pass: quick, relativeCost: 1 };
  const costOf = (width: number, height: number) =>
    estimateCost(step, { ...nowhere, patches: [{ x: 0, y: 0, width, height }] }, frame, false);
  fc.assert(
    fc.property(side, side, (width, height) => {
      expect(costOf(width, height + 1)).toBeGreaterThan(costOf(width, height) * 0.99);
      expect(costOf(width, height) + estimatePreparation(frame, true)).toBeLessThan(maxFrameCost);
    }),
  );
});

test("the first frame has time for a usual patch and for all cheap passes at the bars of a usual code", () => {
  const region = { x: 900, y: 500, angle: 0.1, length: 420, height: 140 };
  const places = {
    bars: [region],
    stacks: [],
    patches: [{ x: 700, y: 400, width: 420, height: 180 }],
  };
  let cost = estimatePreparation(frame, true);
  for (const [index, step] of frameSchedule[0]!.entries()) {
    const isSampled = frameSchedule[0]!.slice(0, index).some(({ at }) => at === "bars");
    cost += estimateCost(step, places, frame, isSampled && step.at === "bars");
  }
  expect(cost).toBeLessThan(maxFrameCost);
});

test("bars that are too long for full size cost less, because the halved frame is gray already", () => {
  const step: Step = { at: "bars", rank: 0, pass: bands, relativeCost: 1 };
  const costOf = (length: number) => {
    const region = { x: 900, y: 500, angle: 0, length, height: 200 };
    return estimateCost(step, { ...nowhere, bars: [region] }, frame, false);
  };
  expect(costOf(560)).toBeLessThan(costOf(500));
});
