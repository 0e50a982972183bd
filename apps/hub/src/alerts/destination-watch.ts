import type { AttemptReport } from "../forwarding/process-delivery.ts";
import type { AlertStore, NotedState } from "../store/alerts.ts";
import type { DestinationRecord } from "../store/routing.ts";
import type { ForwardingStore } from "../store/store.ts";
import { describeDestination } from "./alert-messages.ts";
import { findDestinationId, toDestinationSubject, toGivenUpSubject } from "./subjects.ts";

/** The number of faults in a row from which on a destination fails; as many open a circuit. */
const faultsToFail = 5;

/** Notes which destinations fail, are switched off, or come back. */
export type DestinationWatch = {
  /**
   * Takes an attempt into account. Returns the states that the store has to note because of the
   * attempt; for most attempts there are none.
   */
  takeAttempt(report: AttemptReport): NotedState[];
  /** Notes that the store did not accept a state, so that the next attempt reports it again. */
  forget(destination: number): void;
  /**
   * Compares which destinations are on with the noted states, and notes the differences. This also
   * finds changes from the time when this hub was not running.
   */
  followRouting(): Promise<void>;
};

export function createDestinationWatch(parts: {
  store: Pick<AlertStore, "alerts" | "noteAlertState" | "removeAlerts"> &
    Pick<ForwardingStore, "routing">;
  now: () => Date;
}): DestinationWatch {
  const { store, now } = parts;
  const healthById = new Map<number, { faults: number; noted?: "ok" | "failing" }>();

  return {
    takeAttempt({ destinationRecord, sent, outcome, isShownToSender }) {
      const { id } = destinationRecord;
      const health = healthById.get(id) ?? { faults: 0 };
      healthById.set(id, health);
      const subject = toDestinationSubject(id);
      const detail = describeDestination(destinationRecord);
      if (sent.kind === "delivered") {
        health.faults = 0;
        if (health.noted === "ok") return [];
        health.noted = "ok";
        return [{ subject, state: "ok", from: "failing", detail }];
      }
      const states: NotedState[] = [];
      // A refusal that the person with the scanner has seen is ordinary, for example at a door.
      const isOrdinary = isShownToSender && sent.status !== undefined && sent.status < 500;
      if (sent.fault === "destination" && !sent.isUp && !isOrdinary) {
        health.faults += 1;
        if (health.faults >= faultsToFail && health.noted !== "failing") {
          health.noted = "failing";
          const failing = { ...detail, status: sent.status };
          states.push({ subject, state: "failing", from: "ok", detail: failing });
        }
      }
      if (outcome === "dead" && !isShownToSender) {
        // Each day is a state of its own, so that there is one alert a day.
        const state = `given-up on ${now().toISOString().slice(0, 10)}`;
        states.push({ subject: toGivenUpSubject(id), state, detail });
      }
      return states;
    },

    forget: (destination) => void healthById.delete(destination),

    async followRouting() {
      // In this order: the noted states may be older than the routing, because `from` checks them
      // again. With a routing older than the noted states, this would undo a state that another
      // process has noted.
      const records = await store.alerts();
      const { destinations } = await store.routing();
      const statesBySubject = new Map(records.map(({ subject, state }) => [subject, state]));
      for (const destination of destinations) {
        const subject = toDestinationSubject(destination.id);
        const notedState = statesBySubject.get(subject) ?? "ok";
        const state = findDestinationState(destination, notedState);
        if (state === notedState) continue;
        healthById.delete(destination.id);
        const detail = { ...describeDestination(destination), notice: destination.notice };
        await store.noteAlertState({ subject, state, from: notedState, detail });
      }
      const ids = new Set(destinations.map(({ id }) => id));
      const removed = records.flatMap(({ subject }) => {
        const id = findDestinationId(subject);
        return id === undefined || ids.has(id) ? [] : [subject];
      });
      if (removed.length > 0) await store.removeAlerts(removed);
    },
  };
}

/** The states of a destination. The hub stops one, and a person holds one or lets it drop. */
export const destinationStates = ["ok", "failing", "stopped", "held", "dropping"] as const;

/** Returns the state of a destination. `noted` is the state in the store. */
export function findDestinationState(
  { state, notice }: Pick<DestinationRecord, "state" | "notice">,
  noted: string | undefined,
): (typeof destinationStates)[number] {
  if (state === "on") return noted === "failing" ? "failing" : "ok";
  if (state === "dropping") return "dropping";
  return notice ? "stopped" : "held";
}
