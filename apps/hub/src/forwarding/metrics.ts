import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { ForwardingStore } from "../store/forwarding.ts";
import type { SeenAttempt } from "./deliver.ts";
import type { Forwarder } from "./forwarder.ts";

const attemptBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const ageBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300, 3600, 86_400];
/** Each costs some forty lines of an answer; what is beyond is counted together. */
const mostDestinations = 200;
const others = "(others)";
const states = ["accepted", "delivered", "dead", "pending", "dropped"] as const;

/** Counts what is passed on, by destination. What was removed is forgotten. Answers who to tell of attempts. */
export function measureForwarding(
  registry: Registry,
  parts: {
    store: Pick<ForwardingStore, "deliveryCounts">;
    slots: () => ReturnType<Forwarder["slots"]>;
    now?: () => number;
  },
): (seen: SeenAttempt) => void {
  const { store, slots, now = Date.now } = parts;
  const registers = [registry];
  const labels = createLabels();

  const attempts = new Counter({
    name: "scanhook_delivery_attempts_total",
    help: "Attempts to deliver, by what became of the delivery: delivered, pending (tried again), dead, held.",
    labelNames: ["destination", "outcome"],
    registers,
  });
  const attemptSeconds = new Histogram({
    name: "scanhook_delivery_attempt_seconds",
    help: "From the start of a request to a destination to the end of its answer.",
    labelNames: ["destination"],
    buckets: attemptBuckets,
    registers,
  });
  const deliveredSeconds = new Histogram({
    name: "scanhook_delivery_seconds",
    help: "From storing a scan to its delivery, waits and retries included.",
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
      const counts = await store.deliveryCounts();
      this.reset();
      for (const { destination, ...count } of counts) {
        const label = labels.of(destination);
        for (const state of states) this.inc({ destination: label, state }, count[state]);
      }
      for (const destination of labels.keep(counts.map((one) => one.destination))) {
        attemptSeconds.remove({ destination });
        deliveredSeconds.remove({ destination });
        for (const outcome of ["delivered", "pending", "dead", "held"]) {
          attempts.remove({ destination, outcome });
        }
      }
    },
  });
  new Gauge({
    name: "scanhook_delivery_oldest_pending_seconds",
    help: "Age of the oldest delivery that is still pending; 0 when none is.",
    labelNames: ["destination"],
    registers,
    async collect() {
      const counts = await store.deliveryCounts();
      const ages = new Map<string, number>();
      for (const { destination, oldestPendingAt } of counts) {
        const age = oldestPendingAt ? (now() - Date.parse(oldestPendingAt)) / 1000 : 0;
        const label = labels.of(destination);
        ages.set(label, Math.max(age, ages.get(label) ?? 0));
      }
      this.reset();
      for (const [destination, age] of ages) this.set({ destination }, age);
    },
  });
  new Gauge({
    name: "scanhook_delivery_slots_in_use",
    help: "Requests to a destination that are under way right now, by this process.",
    labelNames: ["destination"],
    registers,
    collect() {
      this.reset();
      for (const { destination, busy } of slots()) {
        this.inc({ destination: labels.of(destination) }, busy);
      }
    },
  });
  new Gauge({
    name: "scanhook_destinations_left_alone",
    help: "1 for a destination that does not answer and is only probed now and then, else 0.",
    labelNames: ["destination"],
    registers,
    collect() {
      this.reset();
      for (const { destination, circuit } of slots()) {
        this.inc({ destination: labels.of(destination) }, circuit === "closed" ? 0 : 1);
      }
    },
  });

  return ({ destination, became, seconds, age }) => {
    const label = labels.of(destination);
    attempts.inc({ destination: label, outcome: became });
    attemptSeconds.observe({ destination: label }, seconds);
    if (became === "delivered") deliveredSeconds.observe({ destination: label }, age);
  };
}

function createLabels() {
  const known = new Set<string>();
  return {
    of(destination: string): string {
      if (known.has(destination)) return destination;
      if (known.size >= mostDestinations) return others;
      known.add(destination);
      return destination;
    },
    /** Forgets all but these, and answers what that were. */
    keep(destinations: readonly string[]): string[] {
      const gone = [...known.difference(new Set(destinations))];
      for (const destination of gone) known.delete(destination);
      return gone;
    },
  };
}
