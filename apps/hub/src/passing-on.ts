import { join } from "node:path";
import type { Registry } from "prom-client";
import type { PassingOn } from "./api/passing-on-parts.ts";
import { openConfigFile } from "./config-file/open.ts";
import { createSender } from "./destinations/sender.ts";
import { createEgress } from "./egress/egress.ts";
import { type Forwarder, startForwarder } from "./forwarding/forwarder.ts";
import { measureForwarding } from "./forwarding/metrics.ts";
import { planDeliveries } from "./forwarding/plan.ts";
import { createThrough } from "./forwarding/through.ts";
import type { App } from "./http/app.ts";
import type { Tracing } from "./observing/tracing.ts";
import type { Passing } from "./receive.ts";
import { warnOfLockedSecrets } from "./secrets/locked-secrets.ts";
import { createSealing } from "./secrets/sealing.ts";
import type { Settings } from "./settings/settings-table.ts";
import type { Routing } from "./store/forwarding.ts";
import type { Store } from "./store/store.ts";

/** Opens all that passing scans on needs; it ends with the app. */
export async function openPassingOn(
  app: App,
  parts: {
    settings: Settings;
    store: Store;
    closing: AbortSignal;
    tracing: Tracing | undefined;
    registry: Registry;
  },
): Promise<PassingOn & { passing: Passing }> {
  const { settings, store, closing, tracing, registry } = parts;
  const { data, config, secretKey, secretKeyFile, egressAllow, fileFolders } = settings;
  const sealing = createSealing({
    dataDir: data,
    ...(secretKey !== undefined && { secretKey }),
    ...(secretKeyFile !== undefined && { secretKeyFile }),
  });
  const sender = createSender({
    egress: createEgress({ allow: egressAllow }),
    dataDir: data,
    fileFolders,
  });
  const configFile = await openConfigFile({
    path: config ?? join(data, "scanhook.yaml"),
    store,
    sealing,
    log: app.log,
  });
  await warnOfLockedSecrets({ store, sealing, log: app.log });
  const onAttempt = measureForwarding(registry, { store, slots: () => forwarder.slots() });
  const forwarder: Forwarder = startForwarder({
    store,
    sender,
    sealing,
    log: app.log,
    tracing,
    onAttempt,
  });
  // At once, not after the last request: what is under way has as long as the requests have.
  closing.addEventListener("abort", () => void forwarder.close(), { once: true });
  app.addHook("onClose", async () => {
    await forwarder.close();
    await tracing?.close();
    await configFile.close();
    await sender.close();
  });
  const through = createThrough({ store, forwarder });
  return {
    store,
    sealing,
    sender,
    configFile,
    closing,
    circuit(id) {
      const { state, until, lastError } = forwarder.circuit(id);
      return {
        circuit: state,
        ...(until && { leftAloneUntil: until.toISOString() }),
        ...(lastError !== undefined && { lastError }),
      };
    },
    tryNow: forwarder.tryNow,
    passing: {
      plan(arrival) {
        const plan = (routing: Routing) => planDeliveries(routing, arrival, forwarder);
        const routing = store.routing();
        return routing instanceof Promise ? routing.then(plan) : plan(routing);
      },
      failed: (plan) => plan.through && forwarder.doubt(),
      answer: (plan, appended) => plan.through && through.answer(plan.through, appended),
    },
  };
}
