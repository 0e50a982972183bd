import { expect, it } from "vitest";
import type { Cue } from "../outcome/cue.ts";
import { tones } from "./tones.ts";
import { vibrations } from "./vibrations.ts";

const signals: Cue[] = ["yes", "look", "no", "ask", "unchecked"];
const pairs = signals.flatMap((one, index) =>
  signals.slice(index + 1).map((other) => [one, other] as const),
);

/** The lengths of tones and rests, and the pitches without their octaves' names. */
const rhythmOf = (cue: Cue) => tones[cue].map(([hertz, seconds]) => [hertz > 0, seconds]);
const pitchesOf = (cue: Cue) => new Set(tones[cue].map(([hertz]) => hertz).filter(Boolean));

it.each(pairs)("%s and %s differ in rhythm, in pitch and in vibration", (one, other) => {
  expect(rhythmOf(one)).not.toEqual(rhythmOf(other));
  expect(tones[one].length).not.toBe(tones[other].length);
  expect([...pitchesOf(one)].filter((hertz) => pitchesOf(other).has(hertz))).toEqual([]);
  expect(vibrations[one]).not.toEqual(vibrations[other]);
});

it("a yes ends before the first tone of a no does", () => {
  const lengthOf = (cue: Cue) => tones[cue].reduce((sum, [, seconds]) => sum + seconds, 0);
  expect(lengthOf("yes")).toBeLessThan(tones.no[0]![1]);
});
