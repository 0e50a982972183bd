// The scans of bench/soak: what is sent for each number, and how a number is found again.
import { toBody, toIdentifier, toTag } from "./ingest-scans.ts";

export type Kind = "scan" | "verdict" | "repeat" | "refused";

/** The devices. Each is a user of both inboxes. */
export const users = ["north", "south", "east", "west", "van"] as const;

const seed = 50;
const tags = 500;

/** Returns what is sent for a number. Of 20, 14 are scans, 4 get verdicts. */
export function kindOf(n: number): Kind {
  const place = n % 20;
  if (place === 18) return "repeat";
  if (place === 19) return "refused";
  return place % 4 === 3 ? "verdict" : "scan";
}

/** Returns the body of a scan for the inbox `scans`: of a code, or every third time of a tag. */
export function toScanBody(n: number): string {
  const body = toBody(seed, n);
  return n % 3 === 0 ? body.replace(toIdentifier(seed, n), toTag(n % tags)) : body;
}

/** Returns the body of a scan for the inbox `door`. */
export function toDoorBody(n: number, content: string): string {
  const [identifier, date] = [toIdentifier(seed, n), new Date().toISOString()];
  return JSON.stringify({ identifier, date, content });
}

/** Returns the number of a scan, from its content or its identifier. */
export function numberOf(scan: { identifier: string; content: string }): number {
  const item = /\/item\/(\d+)/.exec(scan.content)?.[1];
  return item === undefined ? Number.parseInt(scan.identifier.slice(24), 16) : Number(item);
}
