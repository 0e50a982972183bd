import {
  codeScan,
  createReceiver,
  nfcScan,
  type Scan,
  send,
  serializeScan,
} from "@scanhook/webhook";

/** The scan that the visitor chose. */
export type Reading =
  | { kind: "nfc"; content: string; uid: string }
  | { kind: "code"; content: string }
  | { kind: "openPrintTag"; content: string; uid: string; structured: Record<string, unknown> };

/** The behavior of the demo's receiver. */
export type Behavior = "accepts" | "answers" | "warns" | "asks" | "fails";

type Message = { title: string; text: string };

export type Exchange = {
  body: string;
  curl: string;
  /** Requests and responses in order, as sent over the wire. */
  messages: Message[];
  /** The message that the app shows to the person who scanned. */
  shown: string;
};

export const receiverUrl = "https://example.org/hook";
const credentials = { user: "phone", password: "secret" };

/**
 * Makes a scan, sends it with the scanner's own function and receives it with the library's own
 * receiver, without a network in between.
 */
export async function exchange(
  reading: Reading,
  behavior: Behavior,
  now: { date?: Date; uuid?: () => string } = {},
): Promise<Exchange> {
  const scan = toScan(reading, now);
  const receive = createReceiver({
    credentials: behavior === "asks" ? credentials : undefined,
    accept: () => {
      if (behavior === "fails") throw new Error("The disk is full.");
      return behavior === "answers" ? "Thank you. 3 are left in stock." : undefined;
    },
  });
  const messages: Message[] = [];
  const outcome = await send(
    scan,
    { url: receiverUrl, ...(behavior === "asks" && credentials) },
    {
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const response = behavior === "warns" ? warning() : await receive(request.clone());
        const isRepeated = messages.length > 0;
        messages.push({
          title: isRepeated ? "Request, repeated with the password" : "Request",
          text: formatRequest(request),
        });
        messages.push({ title: "Answer", text: await formatResponse(response.clone()) });
        return response;
      },
    },
  );
  return {
    body: serializeScan(scan),
    curl: formatCurlCommand(scan, behavior),
    messages,
    shown: describeOutcome(outcome),
  };
}

function toScan(reading: Reading, now: { date?: Date; uuid?: () => string }): Scan {
  if (reading.kind === "code") return codeScan(reading, now);
  if (reading.kind === "nfc") return nfcScan(reading, now);
  const { uid, content, structured } = reading;
  return nfcScan({ uid, content, tagType: "openPrintTag", structured }, now);
}

function warning(): Response {
  return Response.json({ ok: false, message: "This ticket was used at 14:02." });
}

/** The headers that matter to a receiver; the browser adds the others. */
const shownHeaders = ["content-type", "authorization", "www-authenticate", "retry-after"];

function formatHeaders(headers: Headers): string[] {
  return shownHeaders.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
}

/** Formats a request without its body, which the page shows separately. */
function formatRequest(request: Request): string {
  const { pathname, host } = new URL(request.url);
  const head = [`POST ${pathname} HTTP/1.1`, `host: ${host}`, ...formatHeaders(request.headers)];
  return `${head.join("\n")}\n\n{ … }`;
}

async function formatResponse(response: Response): Promise<string> {
  const head = [
    `HTTP/1.1 ${response.status} ${statusWords[response.status]}`,
    ...formatHeaders(response.headers),
  ];
  const text = await response.text();
  return text === "" ? head.join("\n") : `${head.join("\n")}\n\n${text}`;
}

/** Every status of `createReceiver` with its reason phrase (RFC 9110, section 15). */
export const statusWords: Readonly<Record<number, string>> = {
  200: "OK",
  204: "No Content",
  401: "Unauthorized",
  405: "Method Not Allowed",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  503: "Service Unavailable",
};

function describeOutcome(outcome: Awaited<ReturnType<typeof send>>): string {
  if (outcome.kind === "accepted") {
    if (!outcome.reply) return "Sent.";
    return `${outcome.reply.warning ? "Warning: " : ""}${outcome.reply.text}`;
  }
  if (outcome.kind === "refused") return outcome.reply?.text ?? outcome.reason;
  return outcome.kind === "unreachable" ? outcome.reason : "Not sent.";
}

function formatCurlCommand(scan: Scan, behavior: Behavior): string {
  const escapedBody = serializeScan(scan).replaceAll("'", "'\\''");
  const userOption =
    behavior === "asks" ? ` \\\n  --user ${credentials.user}:${credentials.password}` : "";
  return `curl ${receiverUrl}${userOption} \\\n  --header 'content-type: application/json' \\\n  --data '${escapedBody}'`;
}
