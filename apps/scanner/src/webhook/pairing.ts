import type { HubError } from "@scanhook/texts/translate-error";
import { parseReceiverUrl } from "@scanhook/webhook";
import { sayRefusal } from "./say-refusal.ts";

/** The receiver that a hub returns for a one-time code. */
export type Pairing = {
  url: string;
  user: string;
  password: string;
  inbox: string;
  title?: string | undefined;
};

export type PairingResult =
  | { kind: "paired"; pairing: Pairing }
  /**
   * The code is used, expired or unknown, or the hub cannot take it now. `reason` is the message of
   * the hub, in the language of the page.
   */
  | { kind: "refused"; status: number; reason: string }
  /** The response is a 410 without a message of a hub. */
  | { kind: "gone" }
  | { kind: "unreachable" }
  /** The response does not come from a hub. */
  | { kind: "unexpected"; status: number };

/**
 * Exchanges a one-time code for a receiver at the hub that serves the app at the address `page`.
 * Never throws.
 */
export async function pair(
  request: { code: string; device?: string | undefined },
  page: string,
  options: { fetch: typeof fetch },
): Promise<PairingResult> {
  let response: Response;
  let body: unknown;
  try {
    response = await options.fetch(new URL("pair", page), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
      credentials: "omit",
      cache: "no-store",
      signal: AbortSignal.timeout(15_000),
    });
    body = await response.json().catch(() => undefined);
  } catch {
    return { kind: "unreachable" };
  }
  const error = response.ok ? undefined : parseError(body);
  if (error) return { kind: "refused", status: response.status, reason: await sayRefusal(error) };
  if (response.status === 410) return { kind: "gone" };
  const pairing = response.ok ? parsePairing(body, new URL(page).origin) : undefined;
  return pairing ? { kind: "paired", pairing } : { kind: "unexpected", status: response.status };
}

function parsePairing(body: unknown, origin: string): Pairing | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const { url, user, password, inbox, title } = body as Record<string, unknown>;
  if (typeof url !== "string" || typeof user !== "string" || typeof password !== "string") {
    return undefined;
  }
  if (!parseReceiverUrl(url, { origin }).ok) return undefined;
  return {
    url,
    user,
    password,
    inbox: typeof inbox === "string" ? inbox : "",
    title: typeof title === "string" && title ? title : undefined,
  };
}

/** Returns the error of a hub. Other servers have no `error` with a code. */
function parseError(body: unknown): HubError | undefined {
  const { error } = (body ?? {}) as { error?: { code?: unknown; message?: unknown } };
  if (typeof error?.code !== "string" || typeof error.message !== "string") return undefined;
  return { code: error.code, message: error.message };
}

/** The texts of the names of devices. */
export type DeviceTexts = {
  phone: string;
  tablet: string;
  browser: string;
  browserOn: (values: { browser: string; system: string }) => string;
};

/**
 * Returns a name that identifies this device to a person, such as "iPhone" or "Chrome on Windows".
 */
export function toDeviceName(userAgent: string, texts: DeviceTexts): string {
  const findName = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const handheld = findName([
    [/\biPhone\b/, "iPhone"],
    [/\biPad\b/, "iPad"],
    [/\bAndroid\b.*\bMobile\b/, texts.phone],
    [/\bAndroid\b/, texts.tablet],
  ]);
  if (handheld) return handheld;
  const browser = findName([
    [/\bEdg\//, "Edge"],
    [/\bFirefox\//, "Firefox"],
    [/Chrome\//, "Chrome"],
    [/\bSafari\//, "Safari"],
  ]);
  const system = findName([
    [/\bWindows\b/, "Windows"],
    [/\bMac OS X\b/, "Mac"],
    [/\bCrOS\b/, "Chromebook"],
    [/\bLinux\b/, "Linux"],
  ]);
  const name = browser ?? texts.browser;
  return system ? texts.browserOn({ browser: name, system }) : name;
}
