import type { StoredScan } from "@scanhook/hub";
import { isLoopback } from "@scanhook/webhook";
import { type Parsed, refuse } from "../input/parsed.ts";

/**
 * Parses the address of a hub: https, or http on this computer. The URL it returns ends in a slash.
 */
export function parseHubUrl(text: string): Parsed<URL> {
  const url = URL.parse(text);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") {
    return refuse("a hub's address begins with https:// (http:// on this computer).");
  }
  if (url.username || url.password) return refuse("leave user name and password out of it.");
  if (url.pathname !== "/" || url.search || url.hash) {
    return refuse(`give only the address of the hub itself: ${url.origin}`);
  }
  return { ok: true, value: url };
}

const timeoutMs = 15_000;

/**
 * Requests the last scan of a source from a hub. The value is undefined if there is no scan yet.
 */
export async function requestLastScan(
  hub: URL,
  source: "nfc" | "code",
  token: string,
): Promise<Parsed<StoredScan | undefined>> {
  if (hub.protocol === "http:" && !isLoopback(hub.hostname)) {
    return refuse(
      "The token would travel unencrypted: use the hub's https:// address, or http:// on this computer.",
    );
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    return refuse("SCANHOOK_TOKEN is not a valid token; copy it again from the hub's dashboard.");
  }
  let response: Response;
  try {
    response = await fetch(new URL(`api/last/${source}`, hub), {
      headers: { authorization: `Bearer ${token}`, accept: "application/json" },
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    const { cause = error } = error as Error;
    const reason = cause instanceof Error ? cause.message : String(cause);
    return refuse(`${hub.origin} did not respond (${reason}); "scanhook doctor" tells more.`);
  }
  // A body that is not JSON is not from a hub; the checks below refuse it.
  const body: unknown = await response.json().catch(() => undefined);
  if (response.status === 401) {
    return refuse("The hub does not know this token; make a new one on its dashboard.");
  }
  const code = (body as { error?: { code?: unknown } } | undefined)?.error?.code;
  if (response.status === 404 && code === "nothing-scanned") return { ok: true, value: undefined };
  if (response.ok && isScan(body)) return { ok: true, value: body };
  return refuse(
    `${hub.origin} did not respond like a Scanhook hub (${response.status}); check the address.`,
  );
}

function isScan(body: unknown): body is StoredScan {
  return typeof (body as { content?: unknown } | undefined)?.content === "string";
}
