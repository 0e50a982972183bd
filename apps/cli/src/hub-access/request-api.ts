import { isLoopback } from "@scanhook/webhook";
import { type Parsed, refuse } from "../input/parsed.ts";

const timeoutMs = 60_000;

export type ApiResponse = { status: number; body: unknown; code: unknown; message: unknown };

/**
 * Sends a request to the API of a hub with a token, and returns the parsed response. Refuses a
 * token that would travel unencrypted, one that the hub does not know, and addresses that do not
 * respond.
 */
export async function requestApi(
  hub: URL,
  token: string,
  request: { method?: "GET" | "POST"; path: string; body?: object },
): Promise<Parsed<ApiResponse>> {
  const { method = "GET", path, body } = request;
  if (hub.protocol === "http:" && !isLoopback(hub.hostname)) {
    return refuse(
      "The token would travel unencrypted: use the hub's https:// address, or http:// on this computer.",
    );
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    return refuse("SCANHOOK_TOKEN is not a valid token; copy it again from the hub's dashboard.");
  }
  const headers = new Headers({ authorization: `Bearer ${token}`, accept: "application/json" });
  if (body) headers.set("content-type", "application/json");
  let response: Response;
  try {
    response = await fetch(new URL(path, hub), {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    const { cause = error } = error as Error;
    const reason = cause instanceof Error ? cause.message : String(cause);
    return refuse(`${hub.origin} did not respond (${reason}); "scanhook doctor" tells more.`);
  }
  // A body that is not JSON is not from a hub; callers refuse it.
  const parsed: unknown = await response.json().catch(() => undefined);
  if (response.status === 401) {
    return refuse("The hub does not know this token; make a new one on its dashboard.");
  }
  const { code, message } =
    (parsed as { error?: Record<string, unknown> } | undefined)?.error ?? {};
  return { ok: true, value: { status: response.status, body: parsed, code, message } };
}

/** Returns why a response is not what was asked for, in the words of the hub if it has some. */
export function describeRefusal(hub: URL, { status, message }: ApiResponse): string {
  if (typeof message === "string") return message;
  return `${hub.origin} did not respond like a Scanhook hub (${status}); check the address.`;
}
