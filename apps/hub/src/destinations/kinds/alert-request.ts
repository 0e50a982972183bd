import type { Alert, AlertInput, HttpMessage, MessageResult } from "../kind.ts";
import { jsonRequest } from "./json-request.ts";

/**
 * Returns an alert as programs receive it. It is not a scan, so it has `message` and `event`
 * instead of `content`.
 */
export function toAlertJson({ message, event, destinationName, at }: Alert): object {
  return { message, event, destination: destinationName, at };
}

/** Returns a POST request with an alert as JSON. */
export function alertRequest(
  url: string,
  { alert, messageId }: AlertInput,
  headers: Record<string, string> = {},
): HttpMessage {
  return jsonRequest(url, toAlertJson(alert), { headers: { ...headers, "webhook-id": messageId } });
}

/** Returns `alertRequest` as the only message. */
export function alertMessage(...request: Parameters<typeof alertRequest>): MessageResult {
  return { ok: true, messages: [alertRequest(...request)] };
}
