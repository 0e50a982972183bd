import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { DeliveryCounts } from "../store/deliveries.ts";
import type { ForwardingStore } from "../store/store.ts";
import type { DestinationLabels } from "./destination-labels.ts";
import type { Forwarder } from "./forwarder.ts";
import type { AttemptReport } from "./process-delivery.ts";

/** In seconds. */
const attemptBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** In seconds. */
const ageBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300, 3600, 86_400];
const states = ["accepted", "delivered", "dead", "pending", "dropped"] as const;

/**
 * Registers the metrics of forwarding, by destination. Metrics of removed destinations disappear.
 * Returns the function to call after every attempt.
 */
export function measureForwarding(
  registry: Registry,
  parts: {
    store: Pick<ForwardingStore, "deliveryCounts">;
    slots: () => ReturnType<Forwarder["slots"]>;
    labels: DestinationLabels;
    now?: () => number;
  },
): (
  report: Pick<AttemptReport, "destination" | "outcome" | "durationSeconds" | "ageSeconds">,
) => void {
  const { store, slots, labels, now = Date.now } = parts;
  const registers = [registry];
  let counting: Promise<DeliveryCounts[]> | undefined;
  /** Returns the counts, which are read once for all gauges of a scrape. */
  const countDeliveries = () =>
    (counting ??= store.deliveryCounts().finally(() => {
      counting = undefined;
    }));

  const attempts = new Counter({
    name: "scanhook_delivery_attempts_total",
    help: "Attempts to deliver, by outcome: delivered, pending (a retry follows), dead, held.",
    labelNames: ["destination", "outcome"],
    registers,
  });
  const attemptSeconds = new Histogram({
    name: "scanhook_delivery_attempt_seconds",
    help: "Duration of a request to a destination, up to the end of its response.",
    labelNames: ["destination"],
    buckets: attemptBuckets,
    registers,
  });
  const deliveredSeconds = new Histogram({
    name: "scanhook_delivery_seconds",
    help: "Time from storing a scan to its delivery, including waits and retries.",
    labelNames: ["destination"],
    buckets: ageBuckets,
    registers,
  });
  new Gauge({
    name: "scanhook_deliveries",
    help: "Deliveries by state; accepted is always the sum of the others.",
    labelNames: ["destination", "state"],
    registers,
    async collect() {
      const counts = await countDeliveries();
      this.reset();
      for (const { destination, ...count } of counts) {
        const label = labels.toLabel(destination);
        for (const state of states) this.inc({ destination: label, state }, count[state]);
      }
      for (const destination of labels.keepOnly(counts.map(({ destination }) => destination))) {
        attemptSeconds.remove({ destination });
        deliveredSeconds.remove({ destination });
        for (const outcome of ["delivered", "pending", "dead", "held"]) {
          attempts.remove({ destination, outcome });
        }
      }
    },
  });
  new Gauge({
    name: "scanhook_deliveries_dropped",
    help: "Dropped deliveries by reason: expired, repeated (the route takes a content once within a span), other (by a person, or the destination was off or removed).",
    labelNames: ["destination", "reason"],
    registers,
    async collect() {
      const counts = await countDeliveries();
      this.reset();
      for (const { destination, dropped, expired, repeated } of counts) {
        const label = labels.toLabel(destination);
        const other = dropped - expired - repeated;
        for (const [reason, count] of Object.entries({ expired, repeated, other }))
          this.inc({ destination: label, reason }, count);
      }
    },
  });
  new Gauge({
    name: "scanhook_delivery_oldest_pending_seconds",
    help: "Age of the oldest pending delivery; 0 if none is pending.",
    labelNames: ["destination"],
    registers,
    async collect() {
      const counts = await countDeliveries();
      const ages = new Map<string, number>();
      for (const { destination, oldestPendingAt } of counts) {
        const age = oldestPendingAt ? (now() - Date.parse(oldestPendingAt)) / 1000 : 0;
        const label = labels.toLabel(destination);
        ages.set(label, Math.max(age, ages.get(label) ?? 0));
      }
      this.reset();
      for (const [destination, age] of ages) this.set({ destination }, age);
    },
  });
  new Gauge({
    name: "scanhook_delivery_slots_in_use",
    help: "Requests to a destination that this process has under way.",
    labelNames: ["destination"],
    registers,
    collect() {
      this.reset();
      for (const { destination, busy } of slots()) {
        this.inc({ destination: labels.toLabel(destination) }, busy);
      }
    },
  });
  new Gauge({
    name: "scanhook_destinations_left_alone",
    help: "1 for a destination that is down, so that it only gets a probe now and then; 0 otherwise.",
    labelNames: ["destination"],
    registers,
    collect() {
      this.reset();
      for (const { destination, circuit } of slots()) {
        this.inc({ destination: labels.toLabel(destination) }, circuit === "closed" ? 0 : 1);
      }
    },
  });

  return ({ destination, outcome, durationSeconds, ageSeconds }) => {
    const label = labels.toLabel(destination);
    attempts.inc({ destination: label, outcome });
    attemptSeconds.observe({ destination: label }, durationSeconds);
    if (outcome === "delivered") deliveredSeconds.observe({ destination: label }, ageSeconds);
  };
}
