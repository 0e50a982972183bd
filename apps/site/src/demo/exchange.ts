import { codeScan, createReceiver, nfcScan, printScan, type Scan, send } from "@scanhook/webhook";

/** What a visitor chose to be scanned. */
export type Reading =
  | { kind: "nfc"; content: string; uid: string }
  | { kind: "code"; content: string }
  | { kind: "openPrintTag"; content: string; uid: string; structured: Record<string, unknown> };

/** How the receiver of the demo behaves. */
export type Behaviour = "accepts" | "answers" | "warns" | "asks" | "fails";

export type Message = { title: string; text: string };

export type Exchange = {
  body: string;
  curl: string;
  /** Requests and answers in order, as they stand on the wire. */
  messages: Message[];
  /** What the app shows to the person who scanned. */
  shown: string;
};

export const receiverUrl = "https://example.org/hook";
const credentials = { user: "phone", password: "secret" };

/**
 * Makes a scan, sends it with the scanner's own function and takes it with the library's own receiver; only the
 * network in between is missing.
 */
export async function exchange(
  reading: Reading,
  behaviour: Behaviour,
  now: { date?: Date; uuid?: () => string } = {},
): Promise<Exchange> {
  const scan = toScan(reading, now);
  const receive = createReceiver({
    ...(behaviour === "asks" && { credentials }),
    accept: () => {
      if (behaviour === "fails") throw new Error("The disk is full.");
      return behaviour === "answers" ? "Thank you. 3 are left in stock." : undefined;
    },
  });
  const messages: Message[] = [];
  const outcome = await send(
    scan,
    { url: receiverUrl, ...(behaviour === "asks" && credentials) },
    {
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const answer = behaviour === "warns" ? warning() : await receive(request.clone());
        const again = messages.length > 0;
        messages.push({
          title: again ? "Request, once more with the password" : "Request",
          text: printRequest(request),
        });
        messages.push({ title: "Answer", text: await printAnswer(answer.clone()) });
        return answer;
      },
    },
  );
  return {
    body: printScan(scan),
    curl: printCurl(scan, behaviour),
    messages,
    shown: toShown(outcome),
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

/** Headers that matter to a receiver; the rest is the browser's own. */
const shownHeaders = ["content-type", "authorization", "www-authenticate", "retry-after"];

function printHeaders(headers: Headers): string[] {
  return shownHeaders.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
}

/** The body stands by itself, above. */
function printRequest(request: Request): string {
  const { pathname, host } = new URL(request.url);
  const head = [`POST ${pathname} HTTP/1.1`, `host: ${host}`, ...printHeaders(request.headers)];
  return `${head.join("\n")}\n\n{ … }`;
}

async function printAnswer(answer: Response): Promise<string> {
  const head = [
    `HTTP/1.1 ${answer.status} ${statusWords[answer.status]}`,
    ...printHeaders(answer.headers),
  ];
  const text = await answer.text();
  return text === "" ? head.join("\n") : `${head.join("\n")}\n\n${text}`;
}

const statusWords: Readonly<Record<number, string>> = {
  200: "OK",
  204: "No Content",
  401: "Unauthorized",
  503: "Service Unavailable",
};

function toShown(outcome: Awaited<ReturnType<typeof send>>): string {
  if (outcome.kind === "accepted") {
    if (!outcome.reply) return "Sent.";
    return `${outcome.reply.warning ? "Warning: " : ""}${outcome.reply.text}`;
  }
  if (outcome.kind === "refused") return outcome.reply?.text ?? outcome.reason;
  return outcome.kind === "unreachable" ? outcome.reason : "Not sent.";
}

function printCurl(scan: Scan, behaviour: Behaviour): string {
  const quoted = printScan(scan).replaceAll("'", "'\\''");
  const user =
    behaviour === "asks" ? ` \\\n  --user ${credentials.user}:${credentials.password}` : "";
  return `curl ${receiverUrl}${user} \\\n  --header 'content-type: application/json' \\\n  --data '${quoted}'`;
}
