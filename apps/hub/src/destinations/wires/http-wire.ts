import { isIP, type Socket } from "node:net";
import type { Agent, Dispatcher } from "undici";
import hubPackage from "../../../package.json" with { type: "json" };
import type { Egress } from "../../egress/egress.ts";
import { describeNetworkFault } from "../../egress/network-fault.ts";
import { ownRequestHeaders } from "../../http/own-requests.ts";
import type { HttpMessage } from "../kind.ts";
import { createTokens } from "../oauth2-tokens.ts";
import { hideSecrets } from "../redaction.ts";
import {
  type HttpConnections,
  isStaleConnection,
  openHttpConnections,
} from "./http-connections.ts";
import {
  type ExchangeResult,
  type HttpOutcome,
  type ResponseChecks,
  toOutcome,
} from "./http-outcome.ts";
import { sendRequest } from "./http-request.ts";
import { toCaOption } from "./tls-socket.ts";
import type { WireContext } from "./wire.ts";

export type HttpContext = WireContext & {
  /** The maximum number of bytes of a response that are kept. */
  maxResponseBytes: number;
  timeoutMs: number;
  concurrency: number;
} & ResponseChecks;

/** The headers of every request, unless the destination sets them. */
const defaultHeaders: Readonly<Record<string, string>> = {
  "user-agent": `Scanhook/${hubPackage.version}`,
  accept: "*/*",
  "accept-encoding": "identity",
};

/** Returns the headers of a request, with those that the hub adds to every one. */
export function completeHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return { ...defaultHeaders, ...headers, ...ownRequestHeaders };
}

/**
 * Sends requests over kept connections. Checks every address before dialing it, and follows no
 * redirects.
 */
export function createHttpWire(egress: Egress, now: () => Date = () => new Date()) {
  const connectionsById = new Map<number, { optionsKey: string; connections: HttpConnections }>();
  const tokens = createTokens(exchange, now);
  const opening = new Set<Socket>();
  let isClosed = false;

  /** Returns the connections of a destination, which are kept until their options change. */
  function getConnections(context: HttpContext): HttpConnections {
    const { destinationId, allowPrivate, settings, concurrency } = context;
    const optionsKey = JSON.stringify([allowPrivate, settings.ca, concurrency]);
    const existing = connectionsById.get(destinationId);
    if (existing?.optionsKey === optionsKey) return existing.connections;
    if (existing) void closeQuietly(existing.connections.agent);
    const connections = openConnections(context);
    connectionsById.set(destinationId, { optionsKey, connections });
    return connections;
  }

  function openConnections({ allowPrivate, settings, concurrency }: HttpContext): HttpConnections {
    const ca = typeof settings.ca === "string" ? settings.ca : undefined;
    return openHttpConnections({
      opening,
      // One more than the destination's concurrency, for the request of an access token.
      connections: concurrency + 1,
      maxHeaderSize: 16_384,
      // Each request has its own signal, so these timeouts are off.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: {
        lookup: egress.lookup({ allowPrivate }),
        timeout: 15_000,
        ...toCaOption(ca),
      },
    });
  }

  /**
   * Sends a request. If the server closed the kept connection at that moment, sends the request
   * once more over a new connection. The server may have acted on the first request, but that risk
   * is no greater than with an attempt that the forwarder repeats after a few seconds.
   */
  async function request(options: Dispatcher.DispatchOptions, context: HttpContext) {
    const { signal, maxResponseBytes } = context;
    const use = { isReused: false, hasResponse: false };
    try {
      return await sendRequest(getConnections(context), options, { signal, maxResponseBytes, use });
    } catch (error) {
      if (signal.aborted || isClosed || !isStaleConnection(use, error)) throw error;
    }
    // The other kept connections may be stale too.
    const connections = openConnections(context);
    try {
      return await sendRequest(connections, options, { signal, maxResponseBytes, use });
    } finally {
      void closeQuietly(connections.agent);
    }
  }

  async function exchange(
    message: Omit<HttpMessage, "via" | "oauth2">,
    context: HttpContext,
  ): Promise<ExchangeResult> {
    const url = URL.parse(message.url);
    if (!url)
      return { ok: false, error: "The address of this destination is invalid. Correct it." };
    const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
    const port = url.port || (url.protocol === "https:" ? 443 : 80);
    // The lookup checks the addresses of a name; an IP address is dialed without a lookup.
    const refusal = isIP(host) ? egress.refusal(host, context) : undefined;
    if (refusal) return { ok: false, error: refusal };
    try {
      const options = {
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: message.method as Dispatcher.HttpMethod,
        headers: encodeHeaders(completeHeaders(message.headers)),
        body: message.body === "" ? null : message.body,
      };
      const response = await request(options, context);
      // Only here are access tokens and Basic credentials known in the form in which they are sent.
      const [, authorization] = message.headers.authorization?.split(" ", 2) ?? [];
      const sentSecrets = authorization ? { authorization } : {};
      const [location] = [response.headers.location].flat();
      // The error of a redirect quotes the beginning of this address.
      const safeLocation =
        location && hideSecrets(location, { ...context.secrets, ...sentSecrets });
      return {
        ok: true,
        status: response.status,
        headers: safeLocation ? { ...response.headers, location: safeLocation } : response.headers,
        body: hideSecrets(response.body, sentSecrets),
      };
    } catch (error) {
      const cause = context.signal.aborted ? context.signal.reason : error;
      // The remaining part of a timeout is not a round number.
      const seconds = Number((context.timeoutMs / 1000).toPrecision(3));
      return { ok: false, error: describeNetworkFault(cause, { host, port, seconds }) };
    }
  }

  /**
   * Sends a message. If the access token is refused, gets a new one and tries once more. Never
   * throws.
   */
  async function send(
    message: HttpMessage,
    context: HttpContext,
    isRetry = false,
  ): Promise<HttpOutcome> {
    const grant = message.oauth2;
    if (!grant) return toOutcome(await exchange(message, context), now(), context);
    const token = await tokens.get(grant, context);
    if (!token.ok) return { kind: "failed", fault: "destination", error: token.error };
    const headers = { ...message.headers, authorization: `Bearer ${token.token}` };
    const exchangeResult = await exchange({ ...message, headers }, context);
    const isStale = exchangeResult.ok && exchangeResult.status === 401;
    if (isStale) tokens.drop(context.destinationId, token.token);
    return isStale && !isRetry
      ? send(message, context, true)
      : toOutcome(exchangeResult, now(), context);
  }

  return {
    send: (message: HttpMessage, context: HttpContext) => send(message, context),
    forget(destinationId: number): void {
      tokens.drop(destinationId);
      const existing = connectionsById.get(destinationId);
      connectionsById.delete(destinationId);
      if (existing) void closeQuietly(existing.connections.agent);
    },
    async close(): Promise<void> {
      const open = [...connectionsById.values()];
      connectionsById.clear();
      isClosed = true;
      for (const socket of opening) socket.destroy(new Error("The hub is closing."));
      await Promise.all(open.map(({ connections }) => connections.agent.destroy().catch(() => {})));
    },
  };
}

/** Closes an agent. Closing fails only if the agent is closed already. */
async function closeQuietly(agent: Agent): Promise<void> {
  await agent.close().catch(() => undefined);
}

/** Encodes header values as UTF-8. undici writes one byte for each character, as Latin-1. */
function encodeHeaders(headers: Record<string, string>): Record<string, string> {
  const encoded: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    encoded[name] = /^[ -~]*$/.test(value) ? value : Buffer.from(value, "utf8").toString("latin1");
  }
  return encoded;
}
