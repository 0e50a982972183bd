import type { Plan } from "../forwarding/plan.ts";
import type { ThroughResponse } from "../forwarding/through-response.ts";
import type { Appended, Arrival } from "../store/store.ts";

/** The part of forwarding that the receiver calls. */
export type DeliveryPlanner = {
  /** Returns the deliveries to store with a scan, or undefined if no route takes it. */
  plan(arrival: Arrival): Plan | undefined | Promise<Plan | undefined>;
  /**
   * Reports that an append failed. The database may still have committed the scan and its
   * deliveries.
   */
  appendFailed(plan: Plan): void;
  /** Resolves to the response of the `through` destination; undefined if the plan has none. */
  respond(plan: Plan, appended: Appended): Promise<ThroughResponse> | undefined;
};
