import type { Plan } from "../forwarding/plan.ts";
import type { ReceiveOutcome } from "../observing/metrics.ts";
import type { Appended, Arrival, Store } from "../store/store.ts";
import { createDeadlines, type Watchable } from "./deadlines.ts";
import type { DeliveryPlanner } from "./delivery-planner.ts";
import type { GuessWatch } from "./guess-limit.ts";
import type { ReceiptTrace } from "./trace-receipt.ts";

/** A scan that is being received. */
export type Receipt = Watchable & {
  arrival: Arrival;
  /** Its deliveries; undefined if no route takes it. */
  plan: Plan | undefined;
  /** The value of `performance.now()` when the body was parsed. */
  startedAt: number;
  trace?: ReceiptTrace | undefined;
  /** Present if the inbox feeds a register. */
  guessWatch?: GuessWatch | undefined;
  /** Whether the scan was refused because storing it took too long. */
  isRefused: boolean;
};

export type Receipts<Kind extends Receipt> = {
  /** Refuses the scan if it is neither stored nor failed in time. */
  watch(receipt: Kind): void;
  /** Stores the scan with its deliveries, reports the outcome and responds. */
  appendAndRespond(receipt: Kind): Promise<void>;
  /** Refuses the scan, unless it was refused already. */
  fail(receipt: Kind, error: unknown): void;
};

/**
 * Creates the steps after parsing that the receiver and the short path share. Not async, because
 * each promise here costs throughput (bench/ingest.ts).
 */
export function createReceipts<Kind extends Receipt>(parts: {
  store: Pick<Store, "append">;
  planner: Pick<DeliveryPlanner, "appendFailed"> | undefined;
  onOutcome: ((outcome: ReceiveOutcome) => void) | undefined;
  storeLimitMs: number;
  respond: (receipt: Kind, appended: Appended) => void | Promise<void>;
  /** `failure` is what was thrown, or "slow". */
  refuseFailed: (receipt: Kind, failure: unknown) => void;
}): Receipts<Kind> {
  const { store, planner, onOutcome, storeLimitMs, respond, refuseFailed } = parts;
  const deadlines = createDeadlines<Kind>({
    limitMs: storeLimitMs,
    onExpired(receipt) {
      receipt.isRefused = true;
      refuseFailed(receipt, "slow");
    },
  });

  function fail(receipt: Kind, error: unknown): void {
    deadlines.finish(receipt);
    receipt.guessWatch?.cancel();
    if (!receipt.isRefused) refuseFailed(receipt, error);
  }

  return {
    watch: deadlines.watch,
    appendAndRespond(receipt) {
      const { arrival, plan, trace } = receipt;
      if (plan) arrival.deliveries = plan.deliveries;
      const appending = trace
        ? trace.measureAppend(() => store.append(arrival))
        : store.append(arrival);
      return appending.then(
        (appended) => {
          deadlines.finish(receipt);
          const seconds = (performance.now() - receipt.startedAt) / 1000;
          onOutcome?.({ kind: "stored", repeat: appended.repeat, seconds });
          return respond(receipt, appended);
        },
        (error) => {
          if (plan) planner?.appendFailed(plan);
          fail(receipt, error);
        },
      );
    },
    fail,
  };
}
