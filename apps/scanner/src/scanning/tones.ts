import type { Cue } from "../outcome/cue.ts";

/**
 * Sequences of tones as [hertz, seconds], where 0 hertz is a rest: rising for success, falling and
 * longer for failure. The five cues of a receiver that decides differ in rhythm and in pitch: two
 * quick high tones, three even tones, two long low tones, a long tone that rises to two short ones
 * for a question, and a trill if there is no decision.
 */
export const tones: Record<Cue, readonly (readonly [hertz: number, seconds: number])[]> = {
  sent: [
    [988, 0.07],
    [1319, 0.13],
  ],
  warned: [
    [988, 0.07],
    [988, 0.07],
    [740, 0.16],
  ],
  failed: [
    [233, 0.16],
    [165, 0.3],
  ],
  kept: [[784, 0.06]],
  yes: [
    [1047, 0.09],
    [1568, 0.16],
  ],
  look: [
    [659, 0.13],
    [0, 0.09],
    [659, 0.13],
    [0, 0.09],
    [659, 0.13],
  ],
  no: [
    [185, 0.34],
    [0, 0.1],
    [139, 0.5],
  ],
  ask: [
    [440, 0.24],
    [880, 0.1],
    [0, 0.1],
    [880, 0.1],
  ],
  unchecked: [
    [415, 0.06],
    [311, 0.06],
    [415, 0.06],
    [311, 0.06],
    [415, 0.06],
    [311, 0.06],
    [415, 0.06],
    [311, 0.06],
  ],
};
