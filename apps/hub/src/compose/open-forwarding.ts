import { hostname } from "node:os";
import { join } from "node:path";
import type { Registry } from "prom-client";
import { measureAlerts } from "../alerts/metrics.ts";
import { openAlerts } from "../alerts/open-alerts.ts";
import type { ForwardingParts } from "../api/forwarding/forwarding.ts";
import { openConfigFile } from "../config-file/open.ts";
import { createSender } from "../destinations/sender.ts";
import { createEgress } from "../egress/egress.ts";
import { createDestinationLabels } from "../forwarding/destination-labels.ts";
import { type Forwarder, startForwarder } from "../forwarding/forwarder.ts";
import { measureForwarding } from "../forwarding/metrics.ts";
import { planDeliveries } from "../forwarding/plan.ts";
import { createThroughResponder } from "../forwarding/through-response.ts";
import type { App } from "../http/app.ts";
import type { Tracing } from "../observing/spans.ts";
import type { DeliveryPlanner } from "../receive/delivery-planner.ts";
import { warnOfLockedSecrets } from "../secrets/locked-secrets.ts";
import { createSealing } from "../secrets/sealing.ts";
import type { Settings } from "../settings/settings-table.ts";
import type { Routing } from "../store/routing.ts";
import type { Store } from "../store/store.ts";

/** Opens all parts of forwarding. They close with the app. */
export async function openForwarding(
  app: App,
  parts: {
    settings: Settings;
    store: Store;
    /** The store for the settings file and the endpoints, which people change. */
    journaled: Store;
    closing: AbortSignal;
    tracing: Tracing | undefined;
    registry: Registry;
  },
): Promise<Omit<ForwardingParts, "language"> & { planner: DeliveryPlanner; forwarder: Forwarder }> {
  const { settings, store, journaled, closing, tracing, registry } = parts;
  const { data, database, config, secretKey, secretKeyFile, egressAllow, fileFolders } = settings;
  const { language } = settings;
  const sealing = createSealing({ dataDir: data, secretKey, secretKeyFile });
  const sender = createSender({
    egress: createEgress({ allow: egressAllow }),
    dataDir: data,
    fileFolders,
    language,
  });
  const configFile = await openConfigFile({
    path: config ?? join(data, "scanhook.yaml"),
    store: journaled,
    sealing,
    log: app.log,
  });
  await warnOfLockedSecrets({ store, sealing, log: app.log });
  const forwarder = startForwarder({ store, sender, sealing, log: app.log, tracing });
  const labels = createDestinationLabels();
  forwarder.onAttempt(measureForwarding(registry, { store, slots: forwarder.slots, labels }));
  measureAlerts(registry, { store, labels, dataDir: data, makesBackups: database === undefined });
  const alerts = openAlerts({
    store,
    sender,
    sealing,
    isDown: (destination) => forwarder.circuit(destination).state !== "closed",
    dataDir: data,
    language,
    host: database === undefined ? undefined : hostname(),
    log: app.log,
  });
  forwarder.onAttempt(alerts.onAttempt);
  // Closing starts together with that of the listeners, so deliveries in flight get as long to
  // finish as requests do.
  closing.addEventListener("abort", () => void forwarder.close(), { once: true });
  app.addHook("onClose", async () => {
    await forwarder.close();
    await alerts.close();
    await tracing?.close();
    await configFile.close();
    await sender.close();
  });
  return {
    store: journaled,
    sealing,
    sender,
    configFile,
    alerts,
    closing,
    forwarder,
    planner: createPlanner(store, forwarder),
  };
}

function createPlanner(store: Store, forwarder: Forwarder): DeliveryPlanner {
  const through = createThroughResponder({ store, forwarder });
  return {
    plan(arrival) {
      const plan = (routing: Routing) => planDeliveries(routing, arrival, forwarder);
      const routing = store.routing();
      return routing instanceof Promise ? routing.then(plan) : plan(routing);
    },
    appendFailed: (plan) => plan.through && forwarder.doubtClaims(),
    respond: (plan, appended) => plan.through && through.respond(plan.through, appended),
  };
}
