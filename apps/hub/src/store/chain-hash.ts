import { hash } from "node:crypto";
import type { StoredScan } from "./store.ts";

/** What is hashed of a scan: all that was received, and nothing that may change later. */
export type ChainedScan = Pick<
  StoredScan & { body: string },
  "id" | "inbox" | "user" | "identifier" | "date" | "content" | "receivedAt" | "body"
>;

/**
 * The hash of a scan in an audit trail: SHA-256 in hexadecimal over the hash of the scan before it ("" for the first)
 * followed by a JSON array of what was received.
 */
export function chainHash(previous: string, scan: ChainedScan): string {
  const { id, inbox, user = null, identifier, date, content, receivedAt, body } = scan;
  const received = [id, inbox, user, identifier, date, content, receivedAt, body];
  return hash("sha256", previous + JSON.stringify(received), "hex");
}
