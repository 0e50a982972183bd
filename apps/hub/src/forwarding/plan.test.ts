import { expect, it } from "vitest";
import type { WhyNotSent } from "./lane-status.ts";
import { planDeliveries } from "./plan.ts";
import { destinationRecord, routeRecord } from "./testing/records.ts";

const arrival = {
  inbox: "door",
  scan: { identifier: "id", date: "2026-05-12T14:23:01Z", content: "ticket" },
  body: "{}",
  receivedAt: new Date(0),
};
const forwarder = (why?: WhyNotSent) => ({ node: "n1", whyNot: () => why });
const destinations = [destinationRecord(1), destinationRecord(2)];

it("plans no delivery for a scan that no route takes", () => {
  expect(planDeliveries({ routes: [], destinations }, arrival, forwarder())).toBeUndefined();
  const routes = [routeRecord(1, { inbox: "desk" })];
  expect(planDeliveries({ routes, destinations }, arrival, forwarder())).toBeUndefined();
});

it("plans a pending delivery for each route, and a dropped one where the destination is switched off", () => {
  const routes = [routeRecord(1), routeRecord(2, { destination: "destination-2" })];
  const oneSwitchedOff = [destinationRecord(1), destinationRecord(2, { state: "dropping" })];
  expect(planDeliveries({ routes, destinations: oneSwitchedOff }, arrival, forwarder())).toEqual({
    deliveries: [
      { route: 1, state: "pending" },
      { route: 2, state: "dropped" },
    ],
  });
});

it("claims the delivery of the first through route for this node", () => {
  const routes = [
    routeRecord(1),
    routeRecord(2, { mode: "through" }),
    routeRecord(3, { mode: "through" }),
  ];
  const plan = planDeliveries({ routes, destinations }, arrival, forwarder());
  expect(plan?.deliveries).toEqual([
    { route: 1, state: "pending" },
    { route: 2, state: "pending", claimedBy: "n1" },
    { route: 3, state: "pending" },
  ]);
  expect(plan?.through).toEqual({ route: routes[1], destination: destinations[0], index: 1 });
});

it("leaves the delivery of a through route unclaimed while nothing can go out to its destination", () => {
  const routes = [routeRecord(1, { mode: "through" })];
  const plan = planDeliveries({ routes, destinations }, arrival, forwarder("down"));
  expect(plan?.deliveries).toEqual([{ route: 1, state: "pending" }]);
  expect(plan?.through).toMatchObject({ why: "down" });
});
