import { isIP } from "node:net";
import type { CustomFetch } from "openid-client";
import { Agent, fetch } from "undici";
import { type Egress, EgressRefused } from "../../egress/egress.ts";
import { describeNetworkFault } from "../../egress/network-fault.ts";
import { isLoopbackHost } from "../../http/plain-http.ts";

/** Thrown if the provider cannot be reached. The message is one sentence. */
export class ProviderUnreachable extends Error {
  override readonly name = "ProviderUnreachable";
}

const maxResponseBytes = 1024 * 1024;

/** How long the hub waits for one response of the provider, in seconds. */
export const providerTimeoutSeconds = 10;

/**
 * Creates the `fetch` for requests to the provider. The owner of the hub has named the provider, so
 * it may be in a private network. It has to speak https, except on this machine. Redirects are not
 * followed, and a response has up to 1 MiB. Rejects with `ProviderUnreachable` for network faults,
 * timeouts, longer responses and errors of the server.
 */
export function createProviderFetch(egress: Egress) {
  const grant = { allowPrivate: true };
  const agent = new Agent({
    allowH2: false,
    connect: { lookup: egress.lookup(grant), timeout: 5000 },
  });

  const fetchFromProvider: CustomFetch = async (address, options) => {
    const url = new URL(address);
    if (!isSafe(url)) throw new ProviderUnreachable(`${url.host} is asked over https only.`);
    const host = url.hostname.replace(/^\[|\]$/g, "");
    try {
      const reason = isIP(host) ? egress.refusal(host, grant) : undefined;
      if (reason) throw new EgressRefused(reason);
      const { method, headers, body: sent = null, signal = null } = options;
      const init = { method, headers, body: sent, signal, redirect: "manual" } as const;
      const response = await fetch(url, { ...init, dispatcher: agent });
      const body = await readBody(response.body, url.host);
      const { status } = response;
      if (status >= 500) throw new ProviderUnreachable(`${url.host} responded with ${status}.`);
      return new Response(body.length === 0 ? null : body, {
        status,
        headers: [...response.headers],
      });
    } catch (error) {
      if (error instanceof ProviderUnreachable) throw error;
      const port = url.port || (url.protocol === "https:" ? 443 : 80);
      const to = { host, port, seconds: providerTimeoutSeconds };
      throw new ProviderUnreachable(describeNetworkFault(error, to), { cause: error });
    }
  };

  return { fetch: fetchFromProvider, close: () => agent.destroy() };
}

/** Returns whether nobody on the network can read or change what is sent to this URL. */
export function isSafe(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopbackHost(url.host));
}

/** Reads a body after its content coding is decoded, so that a small body cannot become large. */
async function readBody(
  body: AsyncIterable<Uint8Array> | null,
  host: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxResponseBytes)
      throw new ProviderUnreachable(`${host} responded with more than 1 MiB.`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
