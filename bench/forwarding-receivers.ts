// The destinations of bench/forwarding: one server that notes when which scan came to which path, and answers 204.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { seedOf } from "./ingest-scans.ts";

/** `at` in milliseconds since 1970, with fractions. */
export type Received = { identifier: string; at: number };

const bySeed = new Map<number, Map<string, Received>>();
let waiting: { seed: number; wanted: number } | undefined;

const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    const at = performance.timeOrigin + performance.now();
    response.writeHead(204).end();
    const { identifier } = JSON.parse(body) as { identifier: string };
    const seed = seedOf(identifier);
    const ofSeed = bySeed.get(seed) ?? new Map<string, Received>();
    bySeed.set(seed, ofSeed);
    const key = `${request.url} ${identifier}`;
    if (!ofSeed.has(key)) ofSeed.set(key, { identifier, at });
    tell();
  });
});
server.listen(0, "127.0.0.1", () => {
  process.send!({ port: (server.address() as AddressInfo).port });
});

function tell(): void {
  const received = waiting && bySeed.get(waiting.seed & 0xffff);
  if (!received || received.size < waiting!.wanted) return;
  bySeed.delete(waiting!.seed & 0xffff);
  waiting = undefined;
  process.send!([...received.values()]);
}

process.on("message", (message: "stop" | { seed: number; wanted: number }) => {
  if (message !== "stop") {
    waiting = message;
    tell();
    return;
  }
  server.close();
  server.closeAllConnections();
  process.disconnect();
});
