import { describe, expect, it } from "vitest";
import { getDestinationStatus } from "./destination-status.ts";

const oldestPendingAt = "2026-05-12T14:23:00.000Z";
const counts = {
  accepted: 5,
  delivered: 3,
  dead: 0,
  pending: 2,
  dropped: 0,
  expired: 0,
  repeated: 0,
  deliveredTotal: 3,
  oldestPendingAt,
};
const healthy = { state: "on", circuit: "closed", counts } as const;
const oneMinuteLater = Date.parse("2026-05-12T14:24:00Z");

function statusOf(
  changes: Partial<Parameters<typeof getDestinationStatus>[0]>,
  now = oneMinuteLater,
) {
  return getDestinationStatus({ ...healthy, ...changes }, now);
}

describe("the status of a destination", () => {
  it("is on while the oldest delivery is pending for at most a minute", () => {
    expect(statusOf({})).toBe("on");
  });

  it("is behind once a delivery is pending for more than a minute", () => {
    expect(statusOf({}, oneMinuteLater + 1000)).toBe("behind");
  });

  it("is retrying after an error, as long as a delivery is pending", () => {
    expect(statusOf({ lastError: "It answered 503." })).toBe("retrying");
    const settled = { ...counts, pending: 0 };
    expect(statusOf({ lastError: "It answered 400.", counts: settled })).toBe("on");
  });

  it("is failing while the circuit is not closed", () => {
    expect(statusOf({ circuit: "open", lastError: "It answered 503." })).toBe("failing");
    expect(statusOf({ circuit: "probing" })).toBe("failing");
  });

  it("is the kind of pause that a person chose, whatever the circuit does", () => {
    expect(statusOf({ state: "held", circuit: "open" })).toBe("held");
    expect(statusOf({ state: "dropping" })).toBe("dropping");
  });

  it("is off when the hub itself held the destination and says why", () => {
    expect(statusOf({ state: "held", notice: "It answered 410." })).toBe("off");
  });
});
