import fc from "fast-check";
import { expect, test } from "vitest";
import type { Outcome } from "../destinations/kind.ts";
import { createCircuit } from "./circuit.ts";

const down: Outcome = { kind: "failed", fault: "destination", error: "Nobody answers." };
const up: Outcome = { kind: "delivered", status: 204 };
const answered = (status: number, retryAfterMs = 0): Outcome => ({
  kind: "failed",
  fault: "destination",
  error: `It answered ${status}.`,
  status,
  ...(retryAfterMs && { retryAfterMs }),
});
const at = (now: number) => ({ startedAt: now, now });

test("five faults in a row open it, fewer do not", () => {
  const circuit = createCircuit();
  for (let n = 0; n < 4; n++) expect(circuit.note(down, at(0))).toBeUndefined();
  expect(circuit.note(up, at(0))).toBeUndefined();
  for (let n = 0; n < 4; n++) circuit.note(answered(503), at(0));
  expect(circuit.limit(8, 0)).toBe(8);
  expect(circuit.note(answered(429), at(0))).toBe("opened");
  expect(circuit.limit(8, 0)).toBe(0);
  expect(circuit.openUntil(0)).toBe(30_000);
});

test("after its pause one probe goes out; each that fails doubles the pause, up to five minutes", () => {
  const circuit = createCircuit();
  for (let n = 0; n < 5; n++) circuit.note(down, at(0));
  let now = 0;
  const pauses: number[] = [];
  for (let n = 0; n < 6; n++) {
    const until = circuit.openUntil(now)!;
    pauses.push(until - now);
    now = until;
    expect(circuit.openUntil(now)).toBeUndefined();
    expect(circuit.limit(8, now)).toBe(1);
    circuit.note(down, at(now));
  }
  expect(pauses).toStrictEqual([30_000, 60_000, 120_000, 240_000, 300_000, 300_000]);
});

test("a probe that is answered closes it, and the next pause is a short one again", () => {
  const circuit = createCircuit();
  for (let n = 0; n < 5; n++) circuit.note(down, at(0));
  circuit.note(down, at(30_000));
  expect(circuit.note(answered(404), at(90_000))).toBe("closed");
  expect(circuit.limit(8, 90_000)).toBe(8);
  for (let n = 0; n < 5; n++) circuit.note(down, at(90_000));
  expect(circuit.openUntil(90_000)).toBe(120_000);
});

test("what was under way when it opened does not lengthen the pause, but may close it", () => {
  const circuit = createCircuit();
  for (let n = 0; n < 5; n++) circuit.note(down, { startedAt: 0, now: 100 });
  circuit.note(down, { startedAt: 50, now: 20_000 });
  circuit.note(down, { startedAt: 50, now: 40_000 });
  expect(circuit.openUntil(100)).toBe(30_100);
  expect(circuit.note(up, { startedAt: 50, now: 500 })).toBe("closed");
});

test("a person who does not want to wait has a probe go at once", () => {
  const circuit = createCircuit();
  circuit.endPause(0);
  expect(circuit.limit(8, 0)).toBe(8);
  for (let n = 0; n < 5; n++) circuit.note(down, at(0));
  circuit.endPause(1000);
  expect(circuit.openUntil(1000)).toBeUndefined();
  expect(circuit.limit(8, 1000)).toBe(1);
  circuit.note(down, at(1000));
  expect(circuit.openUntil(1000)).toBe(61_000);
  circuit.endPause(2000);
  expect(circuit.note(up, at(2000))).toBe("closed");
});

test("what a person waits for may be the probe five seconds after each fault", () => {
  const circuit = createCircuit();
  expect(circuit.limitForPerson(8, 0)).toBe(8);
  for (let n = 0; n < 5; n++) circuit.note(down, at(0));
  for (const now of [5000, 10_000, 15_000]) {
    expect(circuit.limitForPerson(8, now - 1)).toBe(0);
    expect(circuit.limitForPerson(8, now)).toBe(1);
    expect(circuit.limit(8, now)).toBe(0);
    circuit.endPause(now);
    expect(circuit.limit(8, now)).toBe(1);
    circuit.note(down, at(now));
  }
  expect(circuit.note(up, at(20_000))).toBe("closed");
  expect(circuit.limitForPerson(8, 20_000)).toBe(8);
});

test("what a person waits for waits too when the destination asked for time", () => {
  const circuit = createCircuit();
  circuit.note(answered(503, 60_000), at(0));
  expect(circuit.limitForPerson(8, 59_999)).toBe(0);
  expect(circuit.limitForPerson(8, 60_000)).toBe(1);
});

test("a destination that asks for time gets it, five minutes at most", () => {
  const circuit = createCircuit();
  expect(circuit.note(answered(429, 2000), at(0))).toBe("opened");
  expect(circuit.openUntil(0)).toBe(2000);
  expect(circuit.note(answered(429, 1e9), at(2000))).toBeUndefined();
  expect(circuit.openUntil(2000)).toBe(302_000);
});

test("a scan that cannot be sent says nothing about the destination", () => {
  const circuit = createCircuit();
  const unfit: Outcome = { kind: "failed", fault: "scan", error: "The template fails." };
  for (let n = 0; n < 9; n++) circuit.note(unfit, at(0));
  expect(circuit.limit(8, 0)).toBe(8);
});

test("whatever happens, a pause ends within five minutes, and then at least a probe may go", () => {
  const outcome = fc.oneof(
    fc.constantFrom(up, down),
    fc.tuple(fc.integer({ min: 200, max: 599 }), fc.nat()).map(([a, b]) => answered(a, b)),
  );
  const steps = fc.array(fc.tuple(outcome, fc.nat({ max: 400_000 })), { maxLength: 40 });
  fc.assert(
    fc.property(steps, (all) => {
      const circuit = createCircuit();
      let now = 0;
      for (const [outcome, passed] of all) {
        now += passed;
        circuit.note(outcome, at(now));
        const until = circuit.openUntil(now);
        expect(circuit.limit(8, now) === 0).toBe(until !== undefined);
        expect(circuit.limitForPerson(8, now)).toBeGreaterThanOrEqual(circuit.limit(8, now));
        if (until === undefined) continue;
        expect(until - now).toBeLessThanOrEqual(300_000);
        expect(circuit.limit(8, until)).toBe(1);
      }
    }),
  );
});
