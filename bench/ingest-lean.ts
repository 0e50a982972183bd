// The lean sender of bench/ingest: bare sockets and no HTTP client, which leaves almost the whole
// machine to the server. One request at a time on each connection, with credentials in the first
// request, and every scan different.
import { connect, type Socket } from "node:net";
import { type Load, type Observed, serveLoad, toBody } from "./ingest-scans.ts";

serveLoad(run);

async function run(load: Load): Promise<Observed> {
  const accepted: number[] = [];
  const others: Record<string, number> = {};
  const latencies: number[] = [];
  const started = performance.now();
  const end = started + load.seconds * 1000;
  let count = 0;
  const next = () => (performance.now() < end ? count++ : undefined);
  const onResponse = (number: number, status: string, ms: number) => {
    latencies.push(ms);
    if (status.startsWith("2")) accepted.push(number);
    else others[status] = (others[status] ?? 0) + 1;
  };
  const connections = Array.from({ length: load.connections }, () =>
    sendOverConnection(load, next, onResponse),
  );
  await Promise.all(connections);
  const seconds = (performance.now() - started) / 1000;
  return { accepted, others, seconds, latencies };
}

function sendOverConnection(
  load: Load,
  next: () => number | undefined,
  onResponse: (number: number, status: string, ms: number) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect({
    port: Number(new URL(load.url).port),
    host: "127.0.0.1",
    noDelay: true,
  });
  let number = 0;
  let sentAt = 0;
  let received = "";
  const sendNext = () => {
    const following = next();
    if (following === undefined) return void socket.end();
    number = following;
    sentAt = performance.now();
    send(socket, load, number);
  };
  socket.on("connect", sendNext);
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
    const length = responseLength(received);
    if (length === undefined) return;
    const status = received.slice(9, 12);
    received = received.slice(length);
    onResponse(number, status, performance.now() - sentAt);
    sendNext();
  });
  socket.on("error", reject);
  socket.on("close", () => resolve());
  return promise;
}

function send(socket: Socket, load: Load, n: number): void {
  const { url, authorization, method = "POST", seed } = load;
  const { host, pathname } = new URL(url);
  const body = toBody(seed, n);
  socket.write(
    `${method} ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nAuthorization: ${authorization}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    "latin1",
  );
}

/**
 * Returns the length of the first complete response in characters; undefined while it is
 * incomplete.
 */
function responseLength(received: string): number | undefined {
  const head = received.indexOf("\r\n\r\n");
  if (head < 0) return undefined;
  const body = Number(/content-length: (\d+)/i.exec(received.slice(0, head))?.[1] ?? 0);
  const length = head + 4 + body;
  return received.length < length ? undefined : length;
}
