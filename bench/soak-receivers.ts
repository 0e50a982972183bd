// The destinations of bench/soak: `/fast` accepts everything at once. `/unsteady` takes 20 ms,
// refuses every fiftieth delivery with 503, and drops all connections for the last 10 seconds of
// every two minutes, until the message "report", which gets the numbers of all scans that arrived.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { numberOf } from "./soak-scans.ts";

/** How often the scan with each number was accepted. */
export type Arrived = Record<Receiver, [number, number][]>;
export type Receiver = "fast" | "unsteady";

const arrived: Record<Receiver, Map<number, number>> = { fast: new Map(), unsteady: new Map() };
const startedAt = performance.now();
let isHealed = false;
let count = 0;

const server = createServer((request, response) => {
  const receiver = request.url === "/fast" ? "fast" : "unsteady";
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    const failure = receiver === "unsteady" && !isHealed ? findFailure() : undefined;
    if (failure === "down") return void request.socket.destroy();
    if (failure === "busy") return void response.writeHead(503).end();
    const accept = () => {
      const n = numberOf(JSON.parse(body) as { identifier: string; content: string });
      arrived[receiver].set(n, (arrived[receiver].get(n) ?? 0) + 1);
      response.writeHead(204).end();
    };
    if (receiver === "fast") accept();
    else setTimeout(accept, 20);
  });
});
server.listen(0, "127.0.0.1", () => {
  process.send!({ port: (server.address() as AddressInfo).port });
});

function findFailure(): "down" | "busy" | undefined {
  const seconds = (performance.now() - startedAt) / 1000;
  if (seconds % 120 >= 110) return "down";
  count += 1;
  return count % 50 === 0 ? "busy" : undefined;
}

process.on("message", (message: "report" | "stop") => {
  if (message === "stop") {
    server.close();
    server.closeAllConnections();
    process.disconnect();
    return;
  }
  isHealed = true;
  process.send!({ fast: [...arrived.fast], unsteady: [...arrived.unsteady] } satisfies Arrived);
});
