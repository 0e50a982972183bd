import { shapeScan } from "../../forwarding/shape.ts";
import type { Made, Making } from "../kind.ts";
import { http } from "./http.ts";

/** What every kind that takes any JSON makes of a scan when its route does not say otherwise. */
export const hookTemplate: string = http.template ?? "";

/** A POST of the scan in the shape its route wants. */
export function hookRequest(url: string, { shape, scan, messageId }: Making): Made {
  const shaped = shapeScan(shape, scan, { format: "json", template: hookTemplate });
  if (!shaped.ok) return shaped;
  const headers = { "content-type": shaped.contentType, "webhook-id": messageId };
  return { ok: true, messages: [{ via: "http", method: "POST", url, headers, body: shaped.body }] };
}
