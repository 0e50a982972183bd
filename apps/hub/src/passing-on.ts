import { join } from "node:path";
import type { PassingOn } from "./api/passing-on.ts";
import type { App } from "./app.ts";
import { openConfigFile } from "./config-file/open.ts";
import { createSender } from "./destinations/sender.ts";
import { createEgress } from "./egress/egress.ts";
import { createSealing } from "./sealing.ts";
import type { Settings } from "./settings.ts";
import type { Store } from "./store/store.ts";

/** Opens all that passing scans on needs; it ends with the app. */
export async function openPassingOn(
  app: App,
  { settings, store, closing }: { settings: Settings; store: Store; closing: AbortSignal },
): Promise<PassingOn> {
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
  app.addHook("onClose", async () => {
    await configFile.close();
    await sender.close();
  });
  return { store, sealing, sender, configFile, closing, circuit: () => ({ circuit: "closed" }) };
}
