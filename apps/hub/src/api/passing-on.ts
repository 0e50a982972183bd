import type { App } from "../app.ts";
import type { ConfigFile } from "../config-file/open.ts";
import type { Sender } from "../destinations/sender.ts";
import type { Sealing } from "../sealing.ts";
import type { Store } from "../store/store.ts";
import { serveConfig } from "./config.ts";
import { serveDeliveries } from "./deliveries.ts";
import { serveDestinations } from "./destinations.ts";
import { servePreview } from "./preview.ts";
import { serveScanRoutes } from "./scan-routes.ts";

/** What the API of passing on needs, opened by hub.ts. */
export type PassingOn = {
  store: Store;
  sealing: Sealing;
  sender: Sender;
  /** How this node gets on with a destination just now. */
  circuit: (destination: number) => CircuitNow;
  configFile: ConfigFile;
  /** Ends what is being sent as a test. */
  closing: AbortSignal;
};

export type CircuitNow = {
  circuit: "closed" | "open" | "probing";
  /** One sentence: why the newest attempt failed. */
  lastError?: string;
};

/** Destinations, routes, deliveries: where scans go on to. */
export function servePassingOn(app: App, parts: PassingOn): void {
  serveDestinations(app, parts);
  serveScanRoutes(app, parts);
  servePreview(app, parts);
  serveDeliveries(app, parts);
  serveConfig(app, parts);
}
