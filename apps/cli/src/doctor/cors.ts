import { type CheckResult, passed, warned } from "./check.ts";
import { createRecordingFetch, type Exchange } from "./exchange.ts";

/**
 * Sends the preflight request that a browser sends before a page may post to another origin (Fetch,
 * "CORS-preflight request"). Returns undefined if the receiver does not respond.
 */
export async function sendPreflight(
  url: URL,
  origin: string,
  timeoutMs: number,
): Promise<Exchange | undefined> {
  const exchanges: Exchange[] = [];
  try {
    const response = await createRecordingFetch(exchanges, {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type",
    })(url, { method: "OPTIONS", redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
    await response.body?.cancel();
  } catch {
    // The receiver did not respond to OPTIONS. checkPage reports that.
    return undefined;
  }
  return exchanges[0];
}

/** Checks whether a web page on another address may send to the receiver and read its responses. */
export function checkPage(
  url: URL,
  origin: string,
  preflight: Exchange | undefined,
  responses: Exchange[],
): CheckResult[] {
  if (url.origin === origin)
    return [passed("web page", "The page has the same address as the receiver and needs no CORS")];
  const missing = [
    ...findMissingInPreflight(preflight, origin),
    ...responses.flatMap((response) => findMissingInResponse(response, origin)),
  ];
  if (missing.length === 0) {
    return [
      passed(
        "web page",
        `A page on ${origin} may send to the receiver and read its responses (CORS)`,
      ),
    ];
  }
  return [
    warned(
      "web page",
      `A page on another address (${origin}) cannot send to the receiver: ${[...new Set(missing)].join("; ")}.`,
      `Put a Scanhook hub in front, or send these headers on OPTIONS and on every response: Access-Control-Allow-Origin: ${origin}, Access-Control-Allow-Headers: content-type, authorization, Access-Control-Expose-Headers: WWW-Authenticate. This does not affect native apps.`,
    ),
  ];
}

function findMissingInPreflight(preflight: Exchange | undefined, origin: string): string[] {
  if (!preflight) return ["the receiver does not respond to OPTIONS"];
  const { status, headers } = preflight;
  if (status < 200 || status > 299) return [`the receiver responds to OPTIONS with ${status}`];
  const missing = lacksOrigin(headers, origin)
    ? ["the response to OPTIONS does not allow this origin"]
    : [];
  const allowed = parseNames(headers.get("access-control-allow-headers"));
  // "*" means all header names except Authorization.
  if (!allowed.includes("content-type") && !allowed.includes("*")) {
    missing.push("the response to OPTIONS does not allow the header content-type");
  }
  if (!allowed.includes("authorization")) {
    missing.push(
      "the response to OPTIONS does not allow the header authorization, so the page cannot send a password",
    );
  }
  return missing;
}

function findMissingInResponse({ status, headers }: Exchange, origin: string): string[] {
  if (lacksOrigin(headers, origin)) return [`the page cannot read the response ${status}`];
  const exposed = parseNames(headers.get("access-control-expose-headers"));
  return status === 401 && !exposed.includes("www-authenticate") && !exposed.includes("*")
    ? [
        "the page cannot see WWW-Authenticate on the 401, so the page does not know that the receiver asks for a password",
      ]
    : [];
}

function lacksOrigin(headers: Headers, origin: string): boolean {
  const allowed = headers.get("access-control-allow-origin");
  return allowed !== "*" && allowed !== origin;
}

function parseNames(header: string | null): string[] {
  return (header ?? "").split(",").map((name) => name.trim().toLowerCase());
}
