import fc from "fast-check";
import { expect, test } from "vitest";
import { lightenMargins } from "./light-margins.ts";

/** Draws runs as `<letter><width>`: d is dark, l light, g gray. */
function toRow(text: string): Float32Array {
  const brightness = { d: 20, l: 200, g: 150 } as Record<string, number>;
  const runs = text.split(" ").map((run) => [brightness[run[0]!]!, Number(run.slice(1))] as const);
  return Float32Array.from(runs.flatMap(([value, width]) => Array<number>(width).fill(value)));
}
const bars = "d2 l2 d6 l2 d2 l6 d2 l2 d6 l2 d2";

test("the dark beside a label becomes as light as its paper", () => {
  expect(lightenMargins(toRow(`d40 l4 ${bars} l4 d40`))).toEqual(toRow(`l40 l4 ${bars} l4 l40`));
});

test("what lies beyond the dark becomes light too, and a blurred edge of the label", () => {
  expect(lightenMargins(toRow(`l9 d30 g1 l4 ${bars} l4 g1 d40`))).toEqual(
    toRow(`l40 l4 ${bars} l4 l41`),
  );
});

test("a label with one dark side keeps the other", () => {
  expect(lightenMargins(toRow(`d40 l4 ${bars} l4 g40`))).toEqual(toRow(`l40 l4 ${bars} l4 g40`));
});

test("a bar at the end of a row stays a bar", () => {
  expect(lightenMargins(toRow(`d6 l4 ${bars} l4 d6`))).toBeUndefined();
});

test("a flat row has no margins", () => {
  expect(lightenMargins(new Float32Array(100).fill(20))).toBeUndefined();
});

test("whatever changes in any row becomes as light as one of its ends", () => {
  const run = fc.tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 1, max: 40 }));
  const rows = fc
    .array(run, { minLength: 1, maxLength: 40 })
    .map((runs) => runs.flatMap(([value, width]) => Array<number>(width).fill(value)));
  fc.assert(
    fc.property(rows, (values) => {
      const lightened = lightenMargins(Float32Array.from(values)) ?? [];
      const changed = [...lightened].filter((value, i) => value !== values[i]);
      for (const value of changed) expect([lightened[0], lightened.at(-1)]).toContain(value);
    }),
  );
});
