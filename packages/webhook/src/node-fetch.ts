import { Agent as HttpAgent, type IncomingMessage, request as requestOverHttp } from "node:http";
import { Agent as HttpsAgent, request as requestOverHttps } from "node:https";
import { Readable } from "node:stream";
import { decodeContent } from "./node-content.ts";

/**
 * A `fetch` for `send()` in Node that opens a connection for each request. A connection that is
 * kept alive may be dead by the next scan, for example after the network has changed, and then a
 * scan that may not be sent twice is lost. Unlike Node's own `fetch`, it reads the response that
 * follows an unrequested `100 Continue` (RFC 9110, section 15.2). It follows no redirects and
 * accepts only bytes as a body. Rejects with a TypeError, or with the reason of the signal.
 */
export const nodeFetch: typeof fetch = async (input, init = {}) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const { signal, body, method = "GET" } = init;
  signal?.throwIfAborted();
  const headers = Object.fromEntries(new Headers(init.headers));
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const fail = (error: unknown) =>
    reject(signal?.aborted ? signal.reason : new TypeError("fetch failed", { cause: error }));
  const agent = createAgent(url);
  const options = {
    method,
    headers: { "user-agent": "node", "accept-encoding": "identity", ...headers },
    agent,
    signal: signal ?? undefined,
  } as const;
  const request = url.protocol === "https:" ? requestOverHttps : requestOverHttp;
  const sent = request(url, options, (incoming) => {
    incoming.once("close", () => agent.destroy());
    try {
      resolve(toResponse(incoming));
    } catch (error) {
      fail(error);
      incoming.destroy();
    }
  });
  sent.on("error", (error) => {
    agent.destroy();
    fail(error);
  });
  sent.end(body instanceof Uint8Array ? body : undefined);
  return promise;
};

/**
 * Creates an agent for one connection. It uses the proxy of the environment in the cases where
 * Node's own `fetch` does. It sends no `Connection: close`: a server that refuses a long body would
 * close the connection before the body has arrived, and the refusal would be lost.
 */
function createAgent({ protocol }: URL): HttpAgent {
  const { env } = process;
  const proxyEnv = env.NODE_USE_ENV_PROXY === "1" ? env : undefined;
  const options = { keepAlive: true, proxyEnv };
  return protocol === "https:" ? new HttpsAgent(options) : new HttpAgent(options);
}

const statusesWithoutBody = [204, 205, 304];

function toResponse(incoming: IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage: statusText = "", rawHeaders } = incoming;
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index]!, rawHeaders[index + 1]!);
  }
  if (statusesWithoutBody.includes(status)) {
    incoming.resume();
    return new Response(null, { status, statusText, headers });
  }
  const content = decodeContent(incoming, incoming.headers["content-encoding"]);
  return new Response(Readable.toWeb(content) as ReadableStream<Uint8Array>, {
    status,
    statusText,
    headers,
  });
}
