import { type Check, ok, warning } from "./check.ts";
import { type Exchange, recordingFetch } from "./exchange.ts";

/** Asks as a browser asks before a page may send to another address (Fetch, "CORS-preflight request"). */
export async function askPreflight(
  url: URL,
  origin: string,
  timeoutMs: number,
): Promise<Exchange | undefined> {
  const log: Exchange[] = [];
  try {
    const answer = await recordingFetch(log, {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type",
    })(url, { method: "OPTIONS", redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
    await answer.body?.cancel();
  } catch {
    return undefined;
  }
  return log[0];
}

/** Whether a web page on another address may send here and read the answers. */
export function checkPage(
  url: URL,
  origin: string,
  preflight: Exchange | undefined,
  answers: Exchange[],
): Check[] {
  if (url.origin === origin)
    return [ok("web page", "The page is on the same address: no CORS needed")];
  const missing = [
    ...missingInPreflight(preflight, origin),
    ...answers.flatMap((answer) => missingInAnswer(answer, origin)),
  ];
  if (missing.length === 0) {
    return [ok("web page", `A page on ${origin} may send here and read the answers (CORS)`)];
  }
  return [
    warning(
      "web page",
      `A page on another address (${origin}) cannot send here: ${[...new Set(missing)].join("; ")}.`,
      `Put a Scanhook hub in front, or add on OPTIONS and on every answer: Access-Control-Allow-Origin: ${origin}, Access-Control-Allow-Headers: content-type, authorization, Access-Control-Expose-Headers: WWW-Authenticate. Native apps are not concerned.`,
    ),
  ];
}

function missingInPreflight(preflight: Exchange | undefined, origin: string): string[] {
  if (!preflight) return ["OPTIONS gets no answer"];
  const { status, headers } = preflight;
  if (status < 200 || status > 299) return [`OPTIONS is answered with ${status}`];
  const missing = lacksOrigin(headers, origin) ? ["the answer to OPTIONS does not allow it"] : [];
  const allowed = toList(headers.get("access-control-allow-headers"));
  // "*" stands for all header names but Authorization.
  if (!allowed.includes("content-type") && !allowed.includes("*")) {
    missing.push("OPTIONS does not allow the header content-type");
  }
  if (!allowed.includes("authorization")) {
    missing.push("OPTIONS does not allow the header authorization, so a password cannot be sent");
  }
  return missing;
}

function missingInAnswer({ status, headers }: Exchange, origin: string): string[] {
  if (lacksOrigin(headers, origin)) return [`its answer ${status} cannot be read by the page`];
  const exposed = toList(headers.get("access-control-expose-headers"));
  return status === 401 && !exposed.includes("www-authenticate") && !exposed.includes("*")
    ? [
        "the page cannot see WWW-Authenticate on the 401, so it does not know that a password is wanted",
      ]
    : [];
}

function lacksOrigin(headers: Headers, origin: string): boolean {
  const allowed = headers.get("access-control-allow-origin");
  return allowed !== "*" && allowed !== origin;
}

function toList(header: string | null): string[] {
  return (header ?? "").split(",").map((name) => name.trim().toLowerCase());
}
