import { formatBasic, parseChallenges } from "./basic-authentication.ts";
import { chooseBrowserOptions } from "./browser-options.ts";
import { decodeText } from "./decode-text.ts";
import { parseUrl } from "./parse-url.ts";
import { readBody } from "./read-body.ts";
import { parseJson, readField, readText } from "./read-fields.ts";
import type { Receiver } from "./send.ts";
import { parseVerdict, verdictType } from "./verdict.ts";

/**
 * The response to a request below a receiver URL: done with a body, or refused. The `code`, the
 * `sentence` and the `field` of a refusal are those of the receiver. With `no-answer`, nobody knows
 * whether it was done.
 */
export type ResponseBelow = { kind: "done"; body: string } | Refusal | Unanswered;

export type Refusal = {
  kind: "refused";
  status: number;
  code?: string | undefined;
  sentence?: string | undefined;
  field?: string | undefined;
};

export type Unanswered = { kind: "no-answer" } | { kind: "no-receiver" };

export type RequestOptions = {
  fetch?: typeof fetch | undefined;
  /** The time limit of each request in milliseconds, 15,000 by default. */
  timeoutMs?: number | undefined;
};

const maxResponseBytes = 1_048_576;

/**
 * Sends a request to a path below the receiver URL, whose query is left out. As with scans,
 * credentials are sent only after a Basic challenge, and redirects are not followed. Never throws.
 */
export async function requestBelow(
  { method, path, json }: { method: "GET" | "POST"; path: string; json?: unknown },
  receiver: Receiver | undefined,
  options: RequestOptions = {},
): Promise<ResponseBelow> {
  const base = parseUrl(receiver?.url ?? "");
  if (!base || !receiver) return { kind: "no-receiver" };
  const url = `${base.origin}${base.pathname.replace(/\/$/, "")}${path}`;
  const ask = (authorization?: string) => {
    const headers: Record<string, string> = { accept: verdictType };
    if (authorization) headers.authorization = authorization;
    if (json !== undefined) headers["content-type"] = "application/json";
    return (options.fetch ?? fetch)(url, {
      method,
      headers,
      body: json === undefined ? null : new TextEncoder().encode(JSON.stringify(json)),
      redirect: "manual",
      ...chooseBrowserOptions(),
      signal: AbortSignal.timeout(options.timeoutMs ?? 15_000),
    });
  };
  try {
    const { user = "", password = "" } = receiver;
    let response = await ask();
    if (response.status === 401 && (user || password) && wantsBasic(response)) {
      response = await ask(formatBasic(user, password));
    }
    // A redirect, which is not followed, has no status in a browser.
    if (response.status === 0) return { kind: "no-answer" };
    const { bytes, isComplete } = await readBody(response, maxResponseBytes);
    const body = decodeText(bytes, response.headers.get("content-type"), { isComplete });
    return response.ok ? { kind: "done", body } : readRefusal(response.status, body);
  } catch {
    return { kind: "no-answer" };
  }
}

/** Reads why a receiver refused: from its error, or from the verdict that it gave instead. */
function readRefusal(status: number, body: string): Refusal {
  const error = readField(parseJson(body), "error");
  const verdict = parseVerdict(body);
  return {
    kind: "refused",
    status,
    code: readText(error, "code") ?? verdict?.code,
    sentence: readSentence(error) ?? verdict?.text,
    field: readText(error, "field"),
  };
}

/** Returns the message of an error, which is shown whole. */
function readSentence(error: unknown): string | undefined {
  const message = readField(error, "message");
  return typeof message === "string" && message !== "" ? message : undefined;
}

function wantsBasic(response: Response): boolean {
  const challenges = parseChallenges(response.headers.get("www-authenticate"));
  return challenges.some(({ scheme }) => scheme === "basic");
}
