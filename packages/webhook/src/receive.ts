import { parseBasic } from "./basic-authentication.ts";
import { parseScan } from "./parse-scan.ts";
import { readBody } from "./read-body.ts";
import type { Scan } from "./scan.ts";

export type ReceiverOptions = {
  /**
   * Keeps the scan; the answer is 2xx only after it returned. A returned string is shown to the person who
   * scanned. What it throws becomes 503 with `Retry-After`: the sender learns that the scan was not kept.
   */
  accept: (
    scan: Scan,
    arrival: { user?: string; body: string },
  ) => undefined | string | Promise<undefined | string> | void | Promise<void>;
  /** Who may post. Left out: everybody. */
  credentials?: { user: string; password: string };
  /** Named in the challenge. */
  realm?: string;
  /** Longer bodies are refused with 413. */
  maxBytes?: number;
};

/** What every answer carries, so that a page on another origin may send here and read why not (Fetch, CORS). */
export const receiverHeaders: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "POST, OPTIONS",
  "access-control-allow-headers": "content-type, authorization",
  "access-control-expose-headers": "WWW-Authenticate, Retry-After",
  "access-control-allow-private-network": "true",
  "access-control-max-age": "86400",
  "cache-control": "no-store",
};

/**
 * A receiver as a fetch-style handler, for any runtime that speaks `Request` and `Response`; for Node's own
 * server see `@scanhook/webhook/node`. It asks for credentials before it judges the body.
 */
export function createReceiver(options: ReceiverOptions): (request: Request) => Promise<Response> {
  const { accept, credentials, realm = "Scanhook", maxBytes = 1_048_576 } = options;
  const challenge = {
    "www-authenticate": `Basic realm="${realm.replace(/["\\]/g, "\\$&")}", charset="UTF-8"`,
  };
  return async (request) => {
    if (request.method === "OPTIONS")
      return new Response(null, { status: 204, headers: receiverHeaders });
    if (request.method !== "POST") {
      return answer(405, "Send scans here with POST.", { allow: "POST, OPTIONS" });
    }
    const login = parseBasic(request.headers.get("authorization"));
    if (credentials && !(login && (await isSame(login, credentials)))) {
      const sentence = login
        ? "Wrong username or password."
        : "A username and password are needed.";
      return answer(401, sentence, challenge);
    }
    if (!/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) {
      return answer(415, "Send the scan as application/json.");
    }
    const tooLong = Number(request.headers.get("content-length") ?? 0) > maxBytes;
    const body = tooLong ? undefined : await readBody(request.body, maxBytes);
    if (!body?.complete) return answer(413, `The body is longer than ${maxBytes} bytes.`);
    const parsed = parseScan(body.bytes);
    if (!parsed.ok) return answer(422, parsed.reason);
    const arrival = {
      body: new TextDecoder().decode(body.bytes),
      ...(login ? { user: login.user } : {}),
    };
    try {
      const message = await accept(parsed.scan, arrival);
      if (!message) return new Response(null, { status: 204, headers: receiverHeaders });
      return Response.json({ message }, { headers: receiverHeaders });
    } catch {
      return answer(503, "The scan could not be kept; send it again later.", {
        "retry-after": "10",
      });
    }
  };
}

function answer(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json(
    { ok: false, message },
    { status, headers: { ...receiverHeaders, ...headers } },
  );
}

/** Compares digests, so that the time it takes tells nothing of what was right. */
async function isSame(
  given: { user: string; password: string },
  wanted: { user: string; password: string },
): Promise<boolean> {
  const digest = async (text: string) =>
    new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  const pairs = await Promise.all(
    [given.user, wanted.user, given.password, wanted.password].map(digest),
  );
  const [givenUser, wantedUser, givenPassword, wantedPassword] = pairs;
  let difference = 0;
  for (let i = 0; i < 32; i++) {
    difference |= givenUser![i]! ^ wantedUser![i]!;
    difference |= givenPassword![i]! ^ wantedPassword![i]!;
  }
  return difference === 0;
}
