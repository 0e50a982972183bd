import { describe, expect, it } from "vitest";
import { findObstacle, reportCircuit } from "./lane-status.ts";
import { destinationRecord, openCircuit, openLane, takeSlots } from "./testing/records.ts";

const now = 1_000_000;

describe("findObstacle", () => {
  it("returns undefined for a destination that is on, however busy it is", () => {
    const lane = openLane(destinationRecord(1, { concurrency: 99 }));
    takeSlots(lane, 99, now);
    expect(lane.busy).toBe(99);
    expect(findObstacle(lane, now)).toBeUndefined();
  });

  it("returns held for a destination that is not on, or about to be held", () => {
    expect(findObstacle(openLane(destinationRecord(1, { state: "held" })), now)).toBe("held");
    expect(findObstacle(openLane(), now, "dropping")).toBe("held");
    const lane = openLane();
    void lane.hold(() => new Promise(() => {}));
    expect(findObstacle(lane, now)).toBe("held");
  });

  it("lets one request through as the probe five seconds after the circuit opened", () => {
    const lane = openLane();
    openCircuit(lane, now);
    expect(findObstacle(lane, now + 4999)).toBe("down");
    expect(findObstacle(lane, now + 5000)).toBeUndefined();
    const busyLane = openLane();
    takeSlots(busyLane, 1, now);
    openCircuit(busyLane, now);
    expect(findObstacle(busyLane, now + 5000)).toBe("down");
  });
});

describe("reportCircuit", () => {
  it("reports the state, the end of the pause and the last error", () => {
    const lane = openLane();
    expect(reportCircuit(lane, now)).toEqual({ state: "closed" });
    openCircuit(lane, now);
    const lastError = "Nothing responds.";
    const until = new Date(now + 30_000);
    expect(reportCircuit(lane, now)).toEqual({ state: "open", until, lastError });
    expect(reportCircuit(lane, now + 30_000)).toEqual({ state: "probing", lastError });
  });
});
