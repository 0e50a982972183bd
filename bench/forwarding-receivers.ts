// The destinations of bench/forwarding: one server that records when each scan arrived at each
// path, and returns 204.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { seedOf } from "./ingest-scans.ts";

/** `receivedAt` is in milliseconds since 1970, with fractions. */
export type Received = { identifier: string; receivedAt: number };

const bySeed = new Map<number, Map<string, Received>>();
let awaited: { seed: number; expected: number } | undefined;

const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    const receivedAt = performance.timeOrigin + performance.now();
    response.writeHead(204).end();
    const { identifier } = JSON.parse(body) as { identifier: string };
    const seed = seedOf(identifier);
    const receivedOfSeed = bySeed.get(seed) ?? new Map<string, Received>();
    bySeed.set(seed, receivedOfSeed);
    const key = `${request.url} ${identifier}`;
    if (!receivedOfSeed.has(key)) receivedOfSeed.set(key, { identifier, receivedAt });
    reportWhenComplete();
  });
});
server.listen(0, "127.0.0.1", () => {
  process.send!({ port: (server.address() as AddressInfo).port });
});

function reportWhenComplete(): void {
  const received = awaited && bySeed.get(awaited.seed & 0xffff);
  if (!received || received.size < awaited!.expected) return;
  bySeed.delete(awaited!.seed & 0xffff);
  awaited = undefined;
  process.send!([...received.values()]);
}

process.on("message", (message: "stop" | { seed: number; expected: number }) => {
  if (message !== "stop") {
    awaited = message;
    reportWhenComplete();
    return;
  }
  server.close();
  server.closeAllConnections();
  process.disconnect();
});
