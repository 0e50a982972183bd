// The sender of bench/ingest: a process of its own, so that its work is not the server's.
// One request at a time on each connection, credentials sent at once, every scan different.
import { connect, type Socket } from "node:net";

export type Load = {
  port: number;
  path: string;
  authorization: string;
  connections: number;
  seconds: number;
  seed: number;
};

/** `accepted` are the numbers whose scans were answered 204; `toIdentifier` makes their identifiers. */
export type LoadResult = {
  accepted: number[];
  others: Record<string, number>;
  seconds: number;
  latencies: { p50: number; p99: number; max: number };
};

/** A UUID v4 of the run's seed and a number, so that a run can be repeated and checked. */
export function toIdentifier(seed: number, n: number): string {
  const hex = (value: number, length: number) => value.toString(16).padStart(length, "0");
  // A multiplicative hash: UUIDs of one run must not lie beside each other in an index, as real ones do not.
  const spread = Math.imul(n ^ seed, 0x9e3779b1) >>> 0;
  return `${hex(spread, 8)}-${hex(seed & 0xffff, 4)}-4000-8000-${hex(n, 12)}`;
}

if (process.send) {
  process.on("message", async (load: Load) => {
    process.send!(await run(load));
  });
}

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
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? 0;
  return { accepted, others, seconds, latencies: { p50: at(0.5), p99: at(0.99), max: at(1) } };
}

function oneConnection(
  load: Load,
  next: () => number | undefined,
  answered: (number: number, status: string, ms: number) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect({ port: load.port, host: "127.0.0.1", noDelay: true });
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

function send(socket: Socket, load: Load, n: number): void {
  const content = `https://example.com/item/${n}?lot=${(n * 7919) % 100_000} Widget ${n % 100}`;
  const body = `{\n  "identifier" : "${toIdentifier(load.seed, n)}",\n  "date" : "${new Date().toISOString().slice(0, 19)}Z",\n  "content" : "${content}"\n}`;
  socket.write(
    `POST ${load.path} HTTP/1.1\r\nHost: 127.0.0.1:${load.port}\r\nContent-Type: application/json\r\nAuthorization: ${load.authorization}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
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
