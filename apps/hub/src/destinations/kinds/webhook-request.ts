import type { Parsed } from "../../parsed.ts";
import { shapeScan } from "../../shaping/shape.ts";
import type { HttpMessage, MessageInput, MessageResult } from "../kind.ts";
import { http } from "./http.ts";

/** The default template of every kind that accepts any JSON. */
export const webhookTemplate: string = http.template ?? "";

/** Returns a POST request with the scan in the shape of its route, or why the shape fails. */
export function webhookRequest(
  url: string,
  { shape, scan, messageId }: MessageInput,
): Parsed<HttpMessage> {
  const shaped = shapeScan(shape, scan, { format: "json", template: webhookTemplate });
  if (!shaped.ok) return shaped;
  const headers = { "content-type": shaped.contentType, "webhook-id": messageId };
  return { ok: true, value: { via: "http", method: "POST", url, headers, body: shaped.body } };
}

/** Returns `webhookRequest` as the only message, with further headers. */
export function webhookMessage(
  url: string,
  input: MessageInput,
  headers: Record<string, string> = {},
): MessageResult {
  const result = webhookRequest(url, input);
  if (!result.ok) return result;
  const request = result.value;
  return { ok: true, messages: [{ ...request, headers: { ...request.headers, ...headers } }] };
}
