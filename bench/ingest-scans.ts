// What both senders of bench/ingest share: what they are asked, what they answer, and the scans they send.

export type Load = {
  url: string;
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

/** The seed in an identifier; two bytes of it are kept. */
export function seedOf(identifier: string): number {
  return Number.parseInt(identifier.slice(9, 13), 16);
}

/** The body of the scan with this number. */
export function toBody(seed: number, n: number): string {
  const content = `https://example.com/item/${n}?lot=${(n * 7919) % 100_000} Widget ${n % 100}`;
  const date = `${new Date().toISOString().slice(0, 19)}Z`;
  return `{\n  "identifier" : "${toIdentifier(seed, n)}",\n  "date" : "${date}",\n  "content" : "${content}"\n}`;
}

/** A result from what a sender noted of every answer. */
export function toResult(
  accepted: number[],
  others: Record<string, number>,
  seconds: number,
  latencies: number[],
): LoadResult {
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? 0;
  return { accepted, others, seconds, latencies: { p50: at(0.5), p99: at(0.99), max: at(1) } };
}
