import type { ClaimedDelivery } from "../../store/deliveries.ts";
import type { DestinationRecord, RouteRecord } from "../../store/routing.ts";
import { Lane } from "../lane.ts";
import type { Lanes } from "../lanes.ts";

const createdAt = "2026-05-12T14:23:01.000Z";

export function destinationRecord(
  id: number,
  overrides: Partial<DestinationRecord> = {},
): DestinationRecord {
  return {
    id,
    name: `destination-${id}`,
    kind: "http",
    settings: { url: "https://example.org/" },
    secrets: [],
    state: "on",
    concurrency: 4,
    ordered: false,
    allowPrivate: false,
    origin: "dashboard",
    createdAt,
    revision: 1,
    changedAt: createdAt,
    ...overrides,
  };
}

export function routeRecord(id: number, overrides: Partial<RouteRecord> = {}): RouteRecord {
  return {
    id,
    name: `route-${id}`,
    destination: "destination-1",
    filter: {},
    shape: { format: "scan" },
    mode: "stored",
    on: true,
    origin: "dashboard",
    createdAt,
    revision: 1,
    changedAt: createdAt,
    ...overrides,
  };
}

export function claimedDelivery(
  id: number,
  overrides: Partial<ClaimedDelivery> = {},
): ClaimedDelivery {
  return {
    id,
    route: 1,
    shape: { format: "scan" },
    destination: 1,
    attempts: 0,
    createdAt,
    scan: {
      id,
      inbox: "door",
      identifier: `scan-${id}`,
      date: "2026-05-12T14:23:01Z",
      content: "ticket",
      receivedAt: createdAt,
      repeats: 0,
      body: "{}",
    },
    ...overrides,
  };
}

export function openLane(destination: DestinationRecord = destinationRecord(1)): Lane {
  return new Lane(destination);
}

/** Lanes whose routing never changes. */
export function fixedLanes(...lanes: Lane[]): Lanes {
  return {
    [Symbol.iterator]: () => lanes.values(),
    get: (destination) => lanes.find((lane) => lane.destination.id === destination),
    followRouting: async () => {},
    expectMore() {
      for (const lane of lanes) lane.expectMore();
    },
    claimNames: () => new Set(lanes.flatMap(({ claims }) => [...claims.values()])),
    close() {
      for (const lane of lanes) lane.close();
    },
  };
}

/** Takes this many slots of a lane, as claimed deliveries do. */
export function takeSlots(lane: Lane, count: number, now = Date.now()): void {
  for (let id = 1; id <= count; id++) lane.enqueue(claimedDelivery(-id), "n1");
  lane.fill(now, () => {});
}

/** Opens the circuit of a lane as five faults in a row do. */
export function openCircuit(lane: Lane, now: number): void {
  const fault = {
    kind: "failed",
    fault: "destination",
    error: "Nothing responds.",
    ms: 0,
  } as const;
  for (let n = 0; n < 5; n++) lane.note(fault, { startedAt: now, now });
}

export const silentLog = { debug() {}, info() {}, warn() {}, error() {} };
