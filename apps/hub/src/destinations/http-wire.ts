import { setMaxListeners } from "node:events";
import { isIP } from "node:net";
import { Agent, type Dispatcher } from "undici";
import hubPackage from "../../package.json" with { type: "json" };
import type { Egress } from "../egress/egress.ts";
import { describeNetworkFault } from "../egress/network-fault.ts";
import { hideSecrets } from "./hidden-secrets.ts";
import type { HttpMessage } from "./http-auth.ts";
import type { Kind } from "./kind.ts";
import { createTokens } from "./oauth2-tokens.ts";
import type { WireContext } from "./wire.ts";
import { type Exchanged, type HttpOutcome, toOutcome } from "./wires/http-outcome.ts";
import { request } from "./wires/http-request.ts";
import { trusted } from "./wires/tls-socket.ts";

export type HttpContext = WireContext & {
  /** Of the answer, at most so many bytes are kept. */
  answerBytes: number;
  timeoutMs: number;
  concurrency: number;
  judge?: Kind["judge"];
};

/** What every request carries, unless the destination says otherwise. */
export const ownHeaders: Readonly<Record<string, string>> = {
  "user-agent": `Scanhook/${hubPackage.version}`,
  accept: "*/*",
  "accept-encoding": "identity",
};

/** Requests over connections that are kept; every address that is dialled is checked first, no redirect is followed. */
export function createHttpWire(egress: Egress, now: () => Date = () => new Date()) {
  const agents = new Map<number, { made: string; agent: Agent }>();
  const tokens = createTokens(exchange, now);
  // Ends also what is still connecting, which undici would wait for.
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);

  /** Connections of a destination live as long as what they were made with. */
  function agentFor({ destination, allowPrivate, settings, concurrency }: HttpContext): Agent {
    const ca = typeof settings.ca === "string" ? settings.ca : undefined;
    const made = JSON.stringify([allowPrivate, ca, concurrency]);
    const kept = agents.get(destination);
    if (kept?.made === made) return kept.agent;
    if (kept) void kept.agent.close().catch(() => {});
    const agent = new Agent({
      // More than the destination's own requests at a time: a token may be asked for beside them.
      connections: concurrency + 1,
      pipelining: 1,
      allowH2: false,
      maxHeaderSize: 16_384,
      // The signal of each request counts; these are for what a signal would not end.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: {
        lookup: egress.lookup({ allowPrivate }),
        timeout: 15_000,
        signal: closing.signal,
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
    const url = URL.parse(message.url);
    if (!url) return { ok: false, error: "The address of this destination cannot be read." };
    const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
    const port = url.port || (url.protocol === "https:" ? 443 : 80);
    // A name goes through the lookup; an address is dialled without asking it.
    const refused = isIP(host) ? egress.refusal(host, context) : undefined;
    if (refused) return { ok: false, error: refused };
    try {
      const asked = {
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: message.method as Dispatcher.HttpMethod,
        headers: toWire({ ...ownHeaders, ...message.headers }),
        body: message.body === "" ? null : message.body,
      };
      const answered = await request(agentFor(context), asked, context);
      // Tokens of OAuth 2 and what Basic makes of a password: only here they are known as they went out.
      const [, authorization] = message.headers.authorization?.split(" ", 2) ?? [];
      const sentToo = authorization ? { authorization } : {};
      const [location] = [answered.headers.location].flat();
      // A sentence quotes the beginning of it.
      const led = location && hideSecrets(location, { ...context.secrets, ...sentToo });
      return {
        ok: true,
        status: answered.status,
        headers: led ? { ...answered.headers, location: led } : answered.headers,
        body: hideSecrets(answered.body, sentToo),
      };
    } catch (error) {
      const cause = context.signal.aborted ? context.signal.reason : error;
      // What was left of a time-out is no round number.
      const seconds = Number((context.timeoutMs / 1000).toPrecision(3));
      return { ok: false, error: describeNetworkFault(cause, { host, port, seconds }) };
    }
  }

  /** Never throws. A token that is not taken is asked for anew, once. */
  async function send(
    message: HttpMessage,
    context: HttpContext,
    isAgain = false,
  ): Promise<HttpOutcome> {
    const grant = message.oauth2;
    if (!grant) return toOutcome(await exchange(message, context), now(), context.judge);
    const token = await tokens.get(grant, context);
    if (!token.ok) return { kind: "failed", fault: "destination", error: token.error };
    const headers = { ...message.headers, authorization: `Bearer ${token.token}` };
    const exchanged = await exchange({ ...message, headers }, context);
    const isStale = exchanged.ok && exchanged.status === 401;
    if (isStale) tokens.drop(context.destination, token.token);
    return isStale && !isAgain
      ? send(message, context, true)
      : toOutcome(exchanged, now(), context.judge);
  }

  return {
    send: (message: HttpMessage, context: HttpContext) => send(message, context),
    forget(destination: number): void {
      tokens.drop(destination);
      const kept = agents.get(destination);
      agents.delete(destination);
      if (kept) void kept.agent.close().catch(() => {});
    },
    async close(): Promise<void> {
      const open = [...agents.values()];
      agents.clear();
      closing.abort();
      await Promise.all(open.map(({ agent }) => agent.destroy().catch(() => {})));
    },
  };
}

/** Header values go out in UTF-8; undici writes Latin-1, one byte a character. */
function toWire(headers: Record<string, string>): Record<string, string> {
  const wired: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    wired[name] = /^[ -~]*$/.test(value) ? value : Buffer.from(value, "utf8").toString("latin1");
  }
  return wired;
}
