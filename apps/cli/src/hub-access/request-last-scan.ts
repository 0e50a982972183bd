import type { StoredScan } from "@scanhook/hub";

export type HubUrl = { ok: true; url: URL } | { ok: false; reason: string };

/** The address of a hub, with a slash at its end: https, or http on this computer. */
export function parseHubUrl(text: string): HubUrl {
  const url = URL.parse(text);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") {
    return refuse("a hub's address begins with https:// (http:// on this computer).");
  }
  if (url.username || url.password) return refuse("leave user name and password out of it.");
  if (url.pathname !== "/" || url.search || url.hash) {
    return refuse(`give only the address of the hub itself: ${url.origin}`);
  }
  return { ok: true, url };
}

export type HubAnswer = { ok: true; scan: StoredScan | undefined } | { ok: false; reason: string };

const patienceMs = 15_000;

/** Asks a hub for a scan; `undefined` when there is none. What goes wrong is a sentence. */
export async function askHub(address: URL, token: string): Promise<HubAnswer> {
  if (address.protocol === "http:" && !isThisComputer(address.hostname)) {
    return refuse(
      "The token would travel unencrypted: use the hub's https:// address, or http:// on this computer.",
    );
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    return refuse("SCANHOOK_TOKEN holds no token; copy it anew from the hub's dashboard.");
  }
  let answer: Response;
  try {
    answer = await fetch(address, {
      headers: { authorization: `Bearer ${token}`, accept: "application/json" },
      redirect: "manual",
      signal: AbortSignal.timeout(patienceMs),
    });
  } catch (error) {
    const { cause = error } = error as Error;
    const why = cause instanceof Error ? cause.message : String(cause);
    return refuse(`${address.origin} did not answer (${why}); "scanhook doctor" tells more.`);
  }
  const body: unknown = await answer.json().catch(() => undefined);
  if (answer.status === 401) {
    return refuse("The hub does not know this token; make a new one on its dashboard.");
  }
  const code = (body as { error?: { code?: unknown } } | undefined)?.error?.code;
  if (answer.status === 404 && code === "nothing-scanned") return { ok: true, scan: undefined };
  if (answer.ok && isScan(body)) return { ok: true, scan: body };
  return refuse(
    `${address.origin} did not answer as a Scanhook hub does (${answer.status}); check the address.`,
  );
}

function isScan(body: unknown): body is StoredScan {
  return typeof (body as { content?: unknown } | undefined)?.content === "string";
}

function isThisComputer(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127\./.test(host);
}

function refuse(reason: string) {
  return { ok: false as const, reason };
}
