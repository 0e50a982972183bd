import fc from "fast-check";
import { expect, test } from "vitest";
import type { Outcome } from "../destinations/kind.ts";
import { createCircuit } from "./circuit.ts";

const noResponse: Outcome = { kind: "failed", fault: "destination", error: "Nobody answers." };
const success: Outcome = { kind: "delivered", status: 204 };
const failedWith = (status: number, retryAfterMs = 0): Outcome => ({
  kind: "failed",
  fault: "destination",
  error: `It answered ${status}.`,
  status,
  ...(retryAfterMs && { retryAfterMs }),
});
const attemptAt = (now: number) => ({ startedAt: now, now });

test("five faults in a row open the circuit, and four do not", () => {
  const circuit = createCircuit();
  for (let round = 0; round < 4; round++)
    expect(circuit.note(noResponse, attemptAt(0))).toBeUndefined();
  expect(circuit.note(success, attemptAt(0))).toBeUndefined();
  repeat(4, () => circuit.note(failedWith(503), attemptAt(0)));
  expect(circuit.limit(8, 0)).toBe(8);
  expect(circuit.note(failedWith(429), attemptAt(0))).toBe("opened");
  expect(circuit.limit(8, 0)).toBe(0);
  expect(circuit.openUntil(0)).toBe(30_000);
});

test("a fault that leaves the destination up opens no circuit, and closes one", () => {
  const circuit = createCircuit();
  const greylisted: Outcome = { ...noResponse, isUp: true };
  repeat(5, () => circuit.note(greylisted, attemptAt(0)));
  expect(circuit.limit(8, 0)).toBe(8);
  repeat(5, () => circuit.note(noResponse, attemptAt(0)));
  expect(circuit.note(greylisted, attemptAt(30_000))).toBe("closed");
});

test("a destination that only redirects opens the circuit", () => {
  const circuit = createCircuit();
  repeat(4, () => circuit.note(failedWith(302), attemptAt(0)));
  expect(circuit.limit(8, 0)).toBe(8);
  expect(circuit.note(failedWith(308), attemptAt(0))).toBe("opened");
  expect(circuit.limit(8, 0)).toBe(0);
});

test("one probe may go out after the pause, and each failed probe doubles the pause up to five minutes", () => {
  const circuit = createCircuit();
  repeat(5, () => circuit.note(noResponse, attemptAt(0)));
  let now = 0;
  const pauses: number[] = [];
  for (let round = 0; round < 6; round++) {
    const until = circuit.openUntil(now)!;
    pauses.push(until - now);
    now = until;
    expect(circuit.openUntil(now)).toBeUndefined();
    expect(circuit.limit(8, now)).toBe(1);
    circuit.note(noResponse, attemptAt(now));
  }
  expect(pauses).toStrictEqual([30_000, 60_000, 120_000, 240_000, 300_000, 300_000]);
});

test("a response to a probe closes the circuit and resets the length of the pause", () => {
  const circuit = createCircuit();
  repeat(5, () => circuit.note(noResponse, attemptAt(0)));
  circuit.note(noResponse, attemptAt(30_000));
  expect(circuit.note(failedWith(404), attemptAt(90_000))).toBe("closed");
  expect(circuit.limit(8, 90_000)).toBe(8);
  repeat(5, () => circuit.note(noResponse, attemptAt(90_000)));
  expect(circuit.openUntil(90_000)).toBe(120_000);
});

test("an attempt that began before the circuit opened can close it but does not lengthen the pause", () => {
  const circuit = createCircuit();
  repeat(5, () => circuit.note(noResponse, { startedAt: 0, now: 100 }));
  circuit.note(noResponse, { startedAt: 50, now: 20_000 });
  circuit.note(noResponse, { startedAt: 50, now: 40_000 });
  expect(circuit.openUntil(100)).toBe(30_100);
  expect(circuit.note(success, { startedAt: 50, now: 500 })).toBe("closed");
});

test("a person can end the pause, so that a probe goes out immediately", () => {
  const circuit = createCircuit();
  circuit.endPause(0);
  expect(circuit.limit(8, 0)).toBe(8);
  repeat(5, () => circuit.note(noResponse, attemptAt(0)));
  circuit.endPause(1000);
  expect(circuit.openUntil(1000)).toBeUndefined();
  expect(circuit.limit(8, 1000)).toBe(1);
  circuit.note(noResponse, attemptAt(1000));
  expect(circuit.openUntil(1000)).toBe(61_000);
  circuit.endPause(2000);
  expect(circuit.note(success, attemptAt(2000))).toBe("closed");
});

test("a request that a person waits for can be the probe five seconds after each fault", () => {
  const circuit = createCircuit();
  expect(circuit.limitForPerson(8, 0)).toBe(8);
  repeat(5, () => circuit.note(noResponse, attemptAt(0)));
  for (const now of [5000, 10_000, 15_000]) {
    expect(circuit.limitForPerson(8, now - 1)).toBe(0);
    expect(circuit.limitForPerson(8, now)).toBe(1);
    expect(circuit.limit(8, now)).toBe(0);
    circuit.endPause(now);
    expect(circuit.limit(8, now)).toBe(1);
    circuit.note(noResponse, attemptAt(now));
  }
  expect(circuit.note(success, attemptAt(20_000))).toBe("closed");
  expect(circuit.limitForPerson(8, 20_000)).toBe(8);
});

test("a request that a person waits for respects the Retry-After of the destination", () => {
  const circuit = createCircuit();
  circuit.note(failedWith(503, 60_000), attemptAt(0));
  expect(circuit.limitForPerson(8, 59_999)).toBe(0);
  expect(circuit.limitForPerson(8, 60_000)).toBe(1);
});

test("the circuit stays open for as long as Retry-After asks, up to five minutes", () => {
  const circuit = createCircuit();
  expect(circuit.note(failedWith(429, 2000), attemptAt(0))).toBe("opened");
  expect(circuit.openUntil(0)).toBe(2000);
  expect(circuit.note(failedWith(429, 1e9), attemptAt(2000))).toBeUndefined();
  expect(circuit.openUntil(2000)).toBe(302_000);
});

test("a scan that cannot be sent does not count against the destination", () => {
  const circuit = createCircuit();
  const scanFault: Outcome = { kind: "failed", fault: "scan", error: "The template fails." };
  repeat(9, () => circuit.note(scanFault, attemptAt(0)));
  expect(circuit.limit(8, 0)).toBe(8);
});

test("every pause ends within five minutes, and then at least a probe may go out", () => {
  const outcome = fc.oneof(
    fc.constantFrom(success, noResponse),
    fc
      .tuple(fc.integer({ min: 200, max: 599 }), fc.nat())
      .map(([status, retryAfterMs]) => failedWith(status, retryAfterMs)),
  );
  const steps = fc.array(fc.tuple(outcome, fc.nat({ max: 400_000 })), { maxLength: 40 });
  fc.assert(
    fc.property(steps, (attempts) => {
      const circuit = createCircuit();
      let now = 0;
      for (const [outcome, passedMs] of attempts) {
        now += passedMs;
        circuit.note(outcome, attemptAt(now));
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

function repeat(times: number, work: () => unknown): void {
  for (let round = 0; round < times; round++) work();
}
