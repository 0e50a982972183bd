import { describe, expect, it } from "vitest";
import type { Outcome } from "../destinations/kind.ts";
import { decideNextStep, toAttempt } from "./next-step.ts";
import { retryWaitsMs } from "./retry-times.ts";

const failed = (fault: "scan" | "destination" | "gone", retryAfterMs?: number): Outcome => ({
  kind: "failed",
  fault,
  error: "It did not work.",
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});

describe("decideNextStep", () => {
  it("ends a delivery that succeeded", () => {
    const outcome: Outcome = { kind: "delivered", status: 204 };
    expect(decideNextStep(outcome, { failedBefore: 0 })).toEqual({ state: "delivered" });
  });

  it("gives up a scan that the destination will never take", () => {
    expect(decideNextStep(failed("scan"), { failedBefore: 0 })).toEqual({ state: "dead" });
  });

  it.each(["destination", "gone"] as const)(
    "gives up after a refusal that the sender sees (fault: %s)",
    (fault) => {
      const context = { failedBefore: 0, isShownToSender: true };
      expect(decideNextStep(failed(fault), context)).toEqual({ state: "dead" });
    },
  );

  it("holds a destination that is gone", () => {
    expect(decideNextStep(failed("gone"), { failedBefore: 0 })).toEqual({ state: "held" });
  });

  it("retries after the wait for this attempt, which Retry-After may lengthen", () => {
    const wait = (attempt: number, { retryAfterMs = 0 } = {}) => attempt * 1000 + retryAfterMs;
    const context = { failedBefore: 2, wait };
    expect(decideNextStep(failed("destination"), context)).toEqual({
      state: "pending",
      waitMs: 3000,
    });
    expect(decideNextStep(failed("destination", 500), context)).toEqual({
      state: "pending",
      waitMs: 3500,
    });
  });

  it("gives up after the last retry", () => {
    const context = { failedBefore: retryWaitsMs.length };
    expect(decideNextStep(failed("destination"), context)).toEqual({ state: "dead" });
  });
});

describe("toAttempt", () => {
  it("keeps 2 kB of a response, in whole characters", () => {
    const response = `a${"ä".repeat(2000)}`;
    const attempt = toAttempt({ kind: "delivered", status: 200, response, ms: 12 }, 0);
    // One byte for the a; the remaining 2047 hold 1023 characters of two bytes.
    expect(attempt).toEqual({
      at: "1970-01-01T00:00:00.000Z",
      ms: 12,
      status: 200,
      answer: `a${"ä".repeat(1023)}`,
    });
  });
});
