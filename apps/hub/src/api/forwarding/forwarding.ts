import type { App } from "../../http/app.ts";
import { serveAlerts } from "./alerts.ts";
import { serveConfig } from "./config.ts";
import { serveDeliveries } from "./deliveries.ts";
import { serveDeliveryRequest } from "./delivery-request.ts";
import { serveDestinations } from "./destinations.ts";
import type { ForwardingParts } from "./forwarding-parts.ts";
import { servePreview } from "./preview.ts";
import { serveRoutes } from "./routes.ts";
import { serveSending } from "./sending.ts";

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
