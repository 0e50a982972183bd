import { shapeScan } from "../../shaping/shape.ts";
import type { MessageInput, MessageResult } from "../kind.ts";
import { http } from "./http.ts";

/** The default template of every kind that accepts any JSON. */
export const webhookTemplate: string = http.template ?? "";

/** Returns a POST request with the scan in the shape of its route. */
export function webhookRequest(
  url: string,
  { shape, scan, messageId }: MessageInput,
): MessageResult {
  const shaped = shapeScan(shape, scan, { format: "json", template: webhookTemplate });
  if (!shaped.ok) return shaped;
  const headers = { "content-type": shaped.contentType, "webhook-id": messageId };
  return { ok: true, messages: [{ via: "http", method: "POST", url, headers, body: shaped.body }] };
}
