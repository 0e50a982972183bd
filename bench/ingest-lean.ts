// The lean sender of bench/ingest: bare sockets and no HTTP client, so that almost all of the machine is the server's.
// One request at a time on each connection, credentials sent at once, every scan different.
import { connect, type Socket } from "node:net";
import { type Load, type LoadResult, toBody, toResult } from "./ingest-scans.ts";

process.on("message", async (load: Load) => {
  process.send!(await run(load));
});

async function run(load: Load): Promise<LoadResult> {
  const accepted: number[] = [];
  const others: Record<string, number> = {};
  const latencies: number[] = [];
  const started = performance.now();
  const end = started + load.seconds * 1000;
  let n = 0;
  const next = () => (performance.now() < end ? n++ : undefined);
  const answered = (number: number, status: string, ms: number) => {
    latencies.push(ms);
    if (status === "204") accepted.push(number);
    else others[status] = (others[status] ?? 0) + 1;
  };
  const lines = Array.from({ length: load.connections }, () => oneConnection(load, next, answered));
  await Promise.all(lines);
  const seconds = (performance.now() - started) / 1000;
  return toResult(accepted, others, seconds, latencies);
}

function oneConnection(
  load: Load,
  next: () => number | undefined,
  answered: (number: number, status: string, ms: number) => void,
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
    const length = answerLength(received);
    if (length === undefined) return;
    const status = received.slice(9, 12);
    received = received.slice(length);
    answered(number, status, performance.now() - sentAt);
    sendNext();
  });
  socket.on("error", reject);
  socket.on("close", () => resolve());
  return promise;
}

function send(socket: Socket, { url, authorization, seed }: Load, n: number): void {
  const { host, pathname } = new URL(url);
  const body = toBody(seed, n);
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nAuthorization: ${authorization}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    "latin1",
  );
}

/** Characters of the first complete answer, undefined while there is none. */
function answerLength(received: string): number | undefined {
  const head = received.indexOf("\r\n\r\n");
  if (head < 0) return undefined;
  const body = Number(/content-length: (\d+)/i.exec(received.slice(0, head))?.[1] ?? 0);
  const length = head + 4 + body;
  return received.length < length ? undefined : length;
}
