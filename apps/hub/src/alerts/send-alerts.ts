import type { FastifyBaseLogger } from "fastify";
import type { Alert } from "../destinations/kind.ts";
import { findAlertObstacle, type Sender, type SendResult } from "../destinations/sender.ts";
import { createOpenedSecrets } from "../forwarding/opened-secrets.ts";
import type { Sealing } from "../secrets/sealing.ts";
import type { AlertRecord } from "../store/alerts.ts";
import type { DestinationRecord } from "../store/routing.ts";
import type { Store } from "../store/store.ts";
import { say } from "../texts/exact-message.ts";
import type { AlertWriter } from "./alert-messages.ts";
import { findDestinationId, toDestinationSubject } from "./subjects.ts";

export type AlertSenderParts = {
  store: Store;
  sender: Pick<Sender, "sendAlert">;
  sealing: Pick<Sealing, "open">;
  writer: AlertWriter;
  /** Returns whether the destination is down, so that this process only probes it. */
  isDown: (destination: number) => boolean;
  log: Pick<FastifyBaseLogger, "info" | "warn">;
  signal: AbortSignal;
};

/** A destination of alerts. `obstacle` says in one sentence why it cannot take an alert now. */
export type AlertDestination = { destination: DestinationRecord; obstacle?: string | undefined };

const timeoutMs = 20_000;
/** Longer than it takes to try every destination of alerts in vain. */
const leaseMs = 10 * 60_000;
const retryMs = 5 * 60_000;

/**
 * Sends every due alert. Of all processes that share the store, only one sends each. Rejects with
 * `StoreUnavailable`.
 */
export async function sendDueAlerts(parts: AlertSenderParts): Promise<void> {
  const { store, log } = parts;
  const { destinations } = await store.alertSettings();
  if (destinations.length === 0) return;
  const isAnyDue = (await store.alerts()).some(({ state, told }) => state !== told);
  const records = isAnyDue ? await store.claimAlerts(leaseMs) : [];
  await Promise.all(
    records.map(async (record) => {
      const { subject, state } = record;
      if (await sendAlert(parts.writer.write(record), parts, findExcluded(record))) {
        await store.recordAlertTold(subject, state);
        return;
      }
      log.warn({ subject, state }, "an alert could not be sent; it is tried again in 5 minutes");
      await store.postponeAlert(subject, retryMs);
    }),
  );
}

/**
 * Sends an alert through the first destination that takes it, except the one with the id
 * `excluded`. Returns whether a destination took it.
 */
export async function sendAlert(
  alert: Alert,
  parts: AlertSenderParts,
  excluded?: number,
): Promise<boolean> {
  for (const { destination, obstacle } of await listAlertDestinations(parts)) {
    if (obstacle !== undefined || destination.id === excluded) continue;
    const { event } = alert;
    const sent = await sendTo(destination, alert, parts);
    if (sent.kind === "delivered") {
      parts.log.info({ event, through: destination.name }, "an alert was sent");
      return true;
    }
    const { status } = sent;
    parts.log.warn({ event, through: destination.name, status }, "a destination took no alert");
  }
  return false;
}

/** Sends an alert to one destination, whatever its state. */
export async function sendTo(
  destination: DestinationRecord,
  alert: Alert,
  { store, sender, sealing, writer, signal }: AlertSenderParts,
): Promise<SendResult> {
  // Read at each alert, because the secrets may have changed since the last one.
  const opened = await createOpenedSecrets({ store, sealing }).readFor(destination);
  if (opened === "changed") return createFailure(writer.texts.changed);
  if (!opened.ok) return createFailure(opened.reason);
  const { secrets } = opened;
  const time = Date.parse(alert.at).toString(36);
  const subject = alert.destinationName ?? "hub";
  const messageId = `scanhook-alert-${time}-${alert.event}-${subject}`;
  return sender.sendAlert({ destination, secrets, messageId, alert }, { signal, timeoutMs });
}

/** Lists the destinations that alerts go to, in the order of the settings. */
export async function listAlertDestinations({
  store,
  isDown,
}: Pick<AlertSenderParts, "store" | "isDown">): Promise<AlertDestination[]> {
  const [settings, routing, records] = await Promise.all([
    store.alertSettings(),
    store.routing(),
    store.alerts(),
  ]);
  const failing = new Set(records.filter(({ state }) => state === "failing").map((r) => r.subject));
  return settings.destinations.flatMap((name) => {
    const destination = routing.destinations.find((candidate) => candidate.name === name);
    if (!destination) return [];
    const isFailing = failing.has(toDestinationSubject(destination.id)) || isDown(destination.id);
    const obstacle = findObstacle(destination, isFailing);
    return [{ destination, obstacle }];
  });
}

function findObstacle(destination: DestinationRecord, isFailing: boolean): string | undefined {
  if (destination.state === "held") return say("destination-paused");
  if (destination.state === "dropping") return say("destination-switched-off");
  return findAlertObstacle(destination) ?? (isFailing ? say("destination-failing") : undefined);
}

/** Returns the id of the destination that the alert reports as failing or off, if any. */
function findExcluded({ subject, state }: AlertRecord): number | undefined {
  return state === "ok" ? undefined : findDestinationId(subject);
}

function createFailure(error: string): SendResult {
  return { kind: "failed", fault: "destination", error, ms: 0 };
}
