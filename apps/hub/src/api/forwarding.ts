import type { App } from "../http/app.ts";
import { serveConfig } from "./config.ts";
import { serveDeliveries } from "./deliveries.ts";
import { serveDeliveryRequest } from "./delivery-request.ts";
import { serveDestinations } from "./destinations.ts";
import type { PassingOn } from "./passing-on-parts.ts";
import { servePreview } from "./preview.ts";
import { serveScanRoutes } from "./routes.ts";

/** Destinations, routes, deliveries: where scans go on to. */
export function servePassingOn(app: App, parts: PassingOn): void {
  serveDestinations(app, parts);
  serveScanRoutes(app, parts);
  servePreview(app, parts);
  serveDeliveries(app, parts);
  serveDeliveryRequest(app, parts);
  serveConfig(app, parts);
}
