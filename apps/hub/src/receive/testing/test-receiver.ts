import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Scan } from "@scanhook/webhook";
import Fastify from "fastify";
import { expect } from "vitest";
import { findMemory } from "../../../../../scripts/testing/memory-folder.ts";
import type { ReceiveOutcome } from "../../observing/metrics.ts";
import { openStore } from "../../store/sqlite/open.ts";
import type { StoreUnavailable } from "../../store/unavailable.ts";
import { quickHash } from "../../testing/test-hub.ts";
import { createLoginLimits } from "../check-login.ts";
import { type ReceiverParts, serveReceiver } from "../receive.ts";

export const scan: Scan = {
  identifier: "3f2b1c9a-77de-4c1e-9b0a-1f2e3d4c5b6a",
  date: "2026-05-12T14:23:01Z",
  content: "https://example.com/ü\u001d",
};
export const user = "Zoë";
export const password = "correct: horse";
export const passwordHash = quickHash(password);
export const formatBasic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
export const authorization = formatBasic(`${user}:${password}`);
export const jsonHeaders = { "content-type": "application/json" };
export const receivedAt = new Date("2026-05-12T14:23:02.000Z");

export type TestResponse = { status: number; headers: IncomingHttpHeaders; text: string };
type Body = string | Buffer | Iterable<Buffer>;

/**
 * Starts a receiver with two inboxes on an empty store: `scans`, which wants `user` and `password`,
 * and `open`. It ends with the test (`await using`).
 */
export async function startTestReceiver(
  options: Pick<ReceiverParts, "storeLimitMs" | "isDirect" | "onShortPathScan" | "planner"> = {},
) {
  const dir = await mkdtemp(join(findMemory(), "scanhook-receive-"));
  const store = await openStore(dir);
  await store.addInbox({ name: "scans", open: false });
  await store.addInbox({ name: "open", open: true });
  await store.setCredential("scans", user, passwordHash);
  const outcomes: ReceiveOutcome[] = [];
  let appendError: StoreUnavailable | undefined;
  let appendedCount = 0;
  let appendGate: Promise<void> | undefined;
  const app = Fastify();
  const listener = await serveReceiver(app, {
    store: {
      inbox: (name) => store.inbox(name),
      append: async (arrival) => {
        appendedCount += 1;
        await appendGate;
        if (appendError) throw appendError;
        return store.append(arrival);
      },
    },
    // The clock stands still, so that a slow machine earns no attempts back.
    login: { limits: createLoginLimits({ now: () => 0 }) },
    onOutcome: (outcome) => outcomes.push(outcome),
    now: () => receivedAt,
    ...options,
  });
  await app.ready();
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /**
   * Sends a request as a page on another origin does, or as a program. Uses Node's own client,
   * because `fetch` forbids some headers and methods. A string is sent with its length.
   */
  function call(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: Body,
    { localAddress, isPage = true }: { localAddress?: string; isPage?: boolean } = {},
  ): Promise<TestResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<TestResponse>();
    const options = {
      method,
      headers: { ...(isPage && { origin: "https://scanner.example" }), ...headers },
      ...(localAddress !== undefined && { localAddress }),
    };
    const clientRequest = request(`${base}${path}`, options, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode!, headers: response.headers, text }),
      );
    });
    clientRequest.on("error", reject);
    if (typeof body === "string" || Buffer.isBuffer(body) || body === undefined)
      clientRequest.end(body);
    else {
      for (const chunk of body) clientRequest.write(chunk);
      clientRequest.end();
    }
    return promise;
  }

  return {
    base,
    store,
    outcomes,
    call,
    /** Posts a body to an inbox with the right credentials. */
    post: (body: string | Buffer, headers: Record<string, string> = {}, inbox = "scans") =>
      call("POST", `/in/${inbox}`, { ...jsonHeaders, authorization, ...headers }, body),
    appendCount: () => appendedCount,
    /** Lets every append fail from now on; undefined lets them succeed again. */
    failAppends(error: StoreUnavailable | undefined) {
      appendError = error;
    },
    /** Lets every append wait from now on until the returned function is called. */
    stallAppends(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      appendGate = promise;
      return resolve;
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
      await app.close();
      await store.close();
      await rm(dir, { recursive: true });
    },
  };
}

/** Expects an error of the table with its headers: JSON that a page on another origin can read. */
export function expectRefusal(response: TestResponse, status: number, code: string) {
  expect(response.status).toBe(status);
  const body = JSON.parse(response.text);
  const message = expect.stringMatching(/^[A-Z].+\.$/);
  // The name and the values of an exact sentence are for pages in other languages.
  const { reason: _reason, values: _values, ...error } = body.error;
  expect({ ...body, error }).toStrictEqual({ message, error: { code, message: body.message } });
  expect(response.headers["content-type"]).toMatch(/^application\/json/);
  expect(response.headers["access-control-allow-origin"]).toBe("*");
  expect(response.headers["access-control-expose-headers"]).toMatch(/WWW-Authenticate/i);
}
