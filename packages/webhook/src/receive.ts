import { formatBasicChallenge, parseBasic } from "./basic-authentication.ts";
import { parseScan } from "./parse-scan.ts";
import { readBody } from "./read-body.ts";
import type { Scan } from "./scan.ts";

/** The user who sent a scan, if the request has credentials, and its body. */
type Arrival = { user?: string; body: string };

type ReceiverOptions = {
  /**
   * Stores the scan. The receiver responds with 2xx only after this returns. A returned string is
   * shown to the person who scanned. If it throws, the receiver responds with 503 and
   * `Retry-After`, so the sender knows the scan was not stored.
   */
  accept: (
    scan: Scan,
    arrival: Arrival,
  ) => undefined | string | Promise<undefined | string> | void | Promise<void>;
  /** The credentials that a sender needs. If omitted, anyone may send. */
  credentials?: { user: string; password: string } | undefined;
  /** The realm of the challenge. */
  realm?: string;
  /** The longest body in bytes, 1 MiB by default. Longer ones are refused with 413. */
  maxBytes?: number;
};

/**
 * The headers of every response. They let pages of other origins send scans and read refusals
 * (Fetch, CORS).
 */
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
 * Creates a receiver as a fetch-style handler, for any runtime with `Request` and `Response`. For
 * Node's own server, see `@scanhook/webhook/node`. The handler checks the credentials before it
 * reads the body.
 */
export function createReceiver(options: ReceiverOptions): (request: Request) => Promise<Response> {
  const { accept, credentials, realm = "Scanhook", maxBytes = 1_048_576 } = options;
  const challenge = { "www-authenticate": formatBasicChallenge(realm) };
  return async (request) => {
    if (request.method === "OPTIONS")
      return new Response(null, { status: 204, headers: receiverHeaders });
    if (request.method !== "POST") {
      return refuse(405, "Send scans here with POST.", { allow: "POST, OPTIONS" });
    }
    const receivedCredentials = parseBasic(request.headers.get("authorization"));
    if (
      credentials &&
      !(receivedCredentials && (await credentialsMatch(receivedCredentials, credentials)))
    ) {
      const reason = receivedCredentials
        ? "Wrong username or password."
        : "A username and password are needed.";
      return refuse(401, reason, challenge);
    }
    if (!/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) {
      return refuse(415, "Send the scan as application/json.");
    }
    // With a content coding, the body is not yet what its media type says (RFC 9110 8.4).
    if (!/^(identity)?$/i.test(request.headers.get("content-encoding") ?? "")) {
      return refuse(415, "Send the scan without Content-Encoding.", {
        "accept-encoding": "identity",
      });
    }
    const isTooLong = Number(request.headers.get("content-length") ?? 0) > maxBytes;
    const body = isTooLong ? undefined : await readBody(request, maxBytes);
    if (!body?.isComplete) return refuse(413, `The body is longer than ${maxBytes} bytes.`);
    const parsed = parseScan(body.bytes);
    if (!parsed.ok) return refuse(422, parsed.reason);
    const arrival: Arrival = { body: new TextDecoder().decode(body.bytes) };
    if (receivedCredentials) arrival.user = receivedCredentials.user;
    try {
      const message = await accept(parsed.scan, arrival);
      if (!message) return new Response(null, { status: 204, headers: receiverHeaders });
      return Response.json({ message }, { headers: receiverHeaders });
    } catch {
      return refuse(503, "The scan could not be kept; send it again later.", {
        "retry-after": "10",
      });
    }
  };
}

function refuse(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json(
    { ok: false, message },
    { status, headers: { ...receiverHeaders, ...headers } },
  );
}

/**
 * Compares digests in constant time, so that the duration does not reveal which characters were
 * right.
 */
async function credentialsMatch(
  received: { user: string; password: string },
  expected: { user: string; password: string },
): Promise<boolean> {
  // Devices type "ü" as one or as two code points; NFC makes both the same (RFC 8265 3.3 and 4.2).
  const computeDigest = async (text: string) => {
    const bytes = new TextEncoder().encode(text.normalize("NFC"));
    return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  };
  const [receivedUser, expectedUser, receivedPassword, expectedPassword] = await Promise.all(
    [received.user, expected.user, received.password, expected.password].map(computeDigest),
  );
  let difference = 0;
  for (let i = 0; i < 32; i++) {
    difference |= receivedUser![i]! ^ expectedUser![i]!;
    difference |= receivedPassword![i]! ^ expectedPassword![i]!;
  }
  return difference === 0;
}
