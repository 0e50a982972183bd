import type { Alerts } from "../../alerts/open-alerts.ts";
import type { ConfigFile } from "../../config-file/open.ts";
import type { Sender } from "../../destinations/sender.ts";
import type { Forwarder } from "../../forwarding/forwarder.ts";
import type { App } from "../../http/app.ts";
import type { Sealing } from "../../secrets/sealing.ts";
import type { Store } from "../../store/store.ts";
import { serveAlerts } from "./alerts.ts";
import { serveConfig } from "./config.ts";
import { serveDeliveries } from "./deliveries.ts";
import { serveDeliveryRequest } from "./delivery-request.ts";
import { serveDestinations } from "./destinations.ts";
import { servePreview } from "./preview.ts";
import { serveRoutes } from "./routes.ts";
import { serveSending } from "./sending.ts";

/** The parts of forwarding that its endpoints use. */
export type ForwardingParts = {
  store: Store;
  sealing: Sealing;
  sender: Sender;
  forwarder: Pick<Forwarder, "circuit" | "tryNow">;
  configFile: ConfigFile;
  alerts: Alerts;
  /** The language of the hub. */
  language: string;
  /** Aborts tests that are being sent. */
  closing: AbortSignal;
};

/**
 * Serves the endpoints of forwarding: destinations, routes, previews, deliveries and the settings
 * file.
 */
export function serveForwarding(app: App, parts: ForwardingParts): void {
  serveDestinations(app, parts);
  serveRoutes(app, parts);
  servePreview(app, parts);
  serveDeliveries(app, parts);
  serveSending(app, parts);
  serveDeliveryRequest(app, parts);
  serveAlerts(app, parts);
  serveConfig(app, parts);
}
