// The load that both senders of bench/ingest are asked for, their result, and the scans they send.
import { cpus } from "node:os";
import { readOwnCpuTime } from "./cpu-time.ts";

export type Load = {
  url: string;
  authorization: string;
  /** POST, unless the server wants another one. */
  method?: "PUT" | undefined;
  /**
   * Whether each scan is sent twice: without credentials, which has to bring a 401, and with them.
   */
  isChallenged?: boolean | undefined;
  connections: number;
  seconds: number;
  seed: number;
};

/**
 * A sender's observations. `accepted` holds the numbers of the scans that got a 2xx, `latencies`
 * all times in ms.
 */
export type Observed = {
  accepted: number[];
  others: Record<string, number>;
  seconds: number;
  latencies: number[];
};

/**
 * `cpu` is the CPU time of the sender in microseconds, and `idle` the share of all cores that
 * nothing used meanwhile.
 */
export type LoadResult = Omit<Observed, "latencies"> & {
  latencies: { p50: number; p99: number; max: number };
  cpu: number;
  idle: number;
};

/** Runs `send` for the load that the parent process asks for, and sends the result back. */
export function serveLoad(send: (load: Load) => Promise<Observed>): void {
  process.on("message", async (load: Load) => {
    const [cpuBefore, coresBefore] = [readOwnCpuTime(), readCores()];
    const observed = await send(load);
    const [cpu, cores] = [readOwnCpuTime() - cpuBefore, readCores()];
    const idle = (cores.idle - coresBefore.idle) / (cores.all - coresBefore.all);
    const latencies = quantiles(observed.latencies);
    process.send!({ ...observed, latencies, cpu, idle } satisfies LoadResult);
  });
}

/** Returns the time of all cores so far, in milliseconds. */
function readCores(): { idle: number; all: number } {
  const times = cpus().map((core) => core.times);
  const idle = times.reduce((sum, core) => sum + core.idle, 0);
  const all = times.flatMap((core) => Object.values(core)).reduce((sum, part) => sum + part, 0);
  return { idle, all };
}

function quantiles(latencies: readonly number[]): LoadResult["latencies"] {
  const sorted = latencies.toSorted((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { p50: quantile(0.5), p99: quantile(0.99), max: quantile(1) };
}

/**
 * Returns a UUID v4 made from the seed of the run and a number, so that a run can be repeated and
 * checked.
 */
export function toIdentifier(seed: number, n: number): string {
  const hex = (value: number, length: number) => value.toString(16).padStart(length, "0");
  // A multiplicative hash spreads the UUIDs of one run over an index, as random ones are spread.
  const spread = Math.imul(n ^ seed, 0x9e3779b1) >>> 0;
  return `${hex(spread, 8)}-${hex(seed & 0xffff, 4)}-4000-8000-${hex(n, 12)}`;
}

/** Returns the identifier of the tag with this number, which is less than 65,536. */
export function toTag(n: number): string {
  const [high, low] = [n >> 8, n & 0xff].map((byte) => byte.toString(16).padStart(2, "0"));
  return `04:5C:A0:${high}:${low}:00:80`.toUpperCase();
}

/** Returns the lower two bytes of the seed, which an identifier holds. */
export function seedOf(identifier: string): number {
  return Number.parseInt(identifier.slice(9, 13), 16);
}

/** Returns the body of the scan with this number. */
export function toBody(seed: number, n: number): string {
  const content = `https://example.com/item/${n}?lot=${(n * 7919) % 100_000} Widget ${n % 100}`;
  const date = `${new Date().toISOString().slice(0, 19)}Z`;
  return `{\n  "identifier" : "${toIdentifier(seed, n)}",\n  "date" : "${date}",\n  "content" : "${content}"\n}`;
}
