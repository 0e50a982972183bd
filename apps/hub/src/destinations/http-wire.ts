import { isIP } from "node:net";
import { Agent, type Dispatcher } from "undici";
import hubPackage from "../../package.json" with { type: "json" };
import type { Egress } from "../egress/egress.ts";
import { describeNetworkFault } from "../egress/network-fault.ts";
import { parseRetryAfter } from "../forwarding/retry-after.ts";
import type { HttpMessage } from "./http-auth.ts";
import type { Outcome } from "./kind.ts";
import { createTokens } from "./oauth2-tokens.ts";
import { trusted } from "./tls-socket.ts";
import type { WireContext } from "./wire.ts";

export type HttpContext = WireContext & {
  /** Of the answer, at most so many bytes are kept. */
  answerBytes: number;
  timeoutMs: number;
  concurrency: number;
  judge?: (answer: { status: number; body: string }) => string | undefined;
};
export type HttpOutcome = Outcome & { contentType?: string };

/** Requests over connections that are kept; every address that is dialled is checked first, no redirect is followed. */
export function createHttpWire(egress: Egress, now: () => Date = () => new Date()) {
  const agents = new Map<number, { made: string; agent: Agent }>();
  const tokens = createTokens(exchange, now);

  /** Connections of a destination live as long as what they were made with. */
  function agentFor({ destination, allowPrivate, settings, concurrency }: HttpContext): Agent {
    const ca = typeof settings["ca"] === "string" ? settings["ca"] : undefined;
    const made = JSON.stringify([allowPrivate, ca, concurrency]);
    const kept = agents.get(destination);
    if (kept?.made === made) return kept.agent;
    if (kept) void kept.agent.close().catch(() => {});
    const agent = new Agent({
      // More than the destination's own requests at a time: a token may be asked for beside them.
      connections: concurrency + 1,
      pipelining: 1,
      maxHeaderSize: 16_384,
      keepAliveTimeout: 10_000,
      // The signal of each request counts; these are for what a signal would not end.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: {
        lookup: egress.lookup({ allowPrivate }),
        timeout: 120_000,
        ...trusted(ca),
      },
    });
    agents.set(destination, { made, agent });
    return agent;
  }

  async function exchange(
    message: Omit<HttpMessage, "via" | "oauth2">,
    context: HttpContext,
  ): Promise<Exchanged> {
    const url = new URL(message.url);
    const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
    const port = url.port || (url.protocol === "https:" ? 443 : 80);
    // A name goes through the lookup; an address is dialled without asking it.
    const refused = isIP(host) ? egress.refusal(host, context) : undefined;
    if (refused) return { ok: false, error: refused };
    try {
      const answer = await agentFor(context).request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: message.method as Dispatcher.HttpMethod,
        headers: toWire({
          "user-agent": `Scanhook/${hubPackage.version}`,
          accept: "*/*",
          "accept-encoding": "identity",
          ...message.headers,
        }),
        body: message.body === "" ? null : message.body,
        signal: context.signal,
      });
      const body = await readAnswer(answer.body, context.answerBytes);
      return { ok: true, status: answer.statusCode, headers: answer.headers, body };
    } catch (error) {
      const cause = context.signal.aborted ? context.signal.reason : error;
      const seconds = context.timeoutMs / 1000;
      return { ok: false, error: describeNetworkFault(cause, { host, port, seconds }) };
    }
  }

  /** Never throws. */
  async function send(message: HttpMessage, context: HttpContext): Promise<HttpOutcome> {
    const grant = message.oauth2;
    if (!grant) return conclude(await exchange(message, context), context, now);
    for (const isAgain of [false, true]) {
      const token = await tokens.get(grant, context);
      if (!token.ok) return { kind: "failed", fault: "destination", error: token.error };
      const headers = { ...message.headers, authorization: `Bearer ${token.token}` };
      const exchanged = await exchange({ ...message, headers }, context);
      const isStale = exchanged.ok && exchanged.status === 401;
      if (isStale) tokens.drop(context.destination);
      if (!isStale || isAgain) return conclude(exchanged, context, now);
    }
    throw new Error("unreachable");
  }

  return {
    send,
    forget(destination: number): void {
      tokens.drop(destination);
      const kept = agents.get(destination);
      agents.delete(destination);
      if (kept) void kept.agent.close().catch(() => {});
    },
    async close(): Promise<void> {
      const open = [...agents.values()];
      agents.clear();
      await Promise.all(open.map(({ agent }) => agent.destroy().catch(() => {})));
    },
  };
}

export type Exchanged =
  | {
      ok: true;
      status: number;
      headers: Record<string, string | string[] | undefined>;
      body: string;
    }
  | { ok: false; error: string };

function conclude(exchanged: Exchanged, { judge }: HttpContext, now: () => Date): HttpOutcome {
  if (!exchanged.ok) return { kind: "failed", fault: "destination", error: exchanged.error };
  const { status, headers, body } = exchanged;
  const type = headers["content-type"];
  const contentType = Array.isArray(type) ? type[0] : type;
  const answered = { status, answer: body, ...(contentType !== undefined && { contentType }) };
  const fail = (fault: "scan" | "destination" | "gone", error: string): HttpOutcome => {
    const retryAfterMs = parseRetryAfter([headers["retry-after"]].flat()[0], now());
    return {
      kind: "failed",
      fault,
      error,
      ...answered,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    };
  };
  if (status >= 200 && status < 300) {
    const complaint = judge?.({ status, body });
    return complaint ? fail("destination", complaint) : { kind: "delivered", ...answered };
  }
  if (status === 410) {
    return fail("gone", "The destination answered 410: it is gone for good.");
  }
  if (status >= 300 && status < 400) {
    const location = [headers["location"]].flat()[0];
    const to = location ? ` to ${location.slice(0, 200)}` : "";
    return fail(
      "destination",
      `The destination answered ${status}, a redirect${to}; the hub follows none, so set the address itself.`,
    );
  }
  const meaning = meanings[status];
  if (meaning) return fail(meaning.fault, `The destination answered ${status}: ${meaning.says}.`);
  return fail("destination", `The destination answered ${status}.`);
}

const meanings: Record<number, { fault: "scan" | "destination"; says: string }> = {
  400: { fault: "scan", says: "it does not take this message" },
  401: { fault: "destination", says: "it does not accept the credentials" },
  403: { fault: "destination", says: "the credentials may not do this" },
  404: { fault: "destination", says: "there is nothing at this address" },
  405: { fault: "destination", says: "it does not take this method" },
  408: { fault: "destination", says: "the request took it too long" },
  413: { fault: "scan", says: "the message is too large for it" },
  415: { fault: "scan", says: "it does not take this format" },
  422: { fault: "scan", says: "it does not take what this message says" },
  429: { fault: "destination", says: "too many requests" },
  500: { fault: "destination", says: "something failed inside it" },
  502: { fault: "destination", says: "what is behind its proxy does not answer rightly" },
  503: { fault: "destination", says: "it is not ready" },
  504: { fault: "destination", says: "what is behind its proxy does not answer" },
};

/** Keeps the beginning. A little more is read away to keep the connection, a lot more ends it. */
async function readAnswer(body: Dispatcher.ResponseData["body"], most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let read = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (read < most) chunks.push(chunk.subarray(0, most - read));
    read += chunk.length;
    if (read > most + mostReadAway) break;
  }
  const decoder = new TextDecoder("utf-8");
  // A character that was cut in two at the end is left out; what no database keeps is replaced.
  const isCut = read > most;
  return decoder.decode(Buffer.concat(chunks), { stream: isCut }).replaceAll("\0", "\ufffd");
}

const mostReadAway = 262_144;

/** Header values go out in UTF-8; undici writes Latin-1, one byte a character. */
function toWire(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Buffer.from(value, "utf8").toString("latin1"),
    ]),
  );
}
