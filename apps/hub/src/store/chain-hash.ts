import { hash } from "node:crypto";
import type { StoredScan } from "./stored-scan.ts";

/**
 * The fields of a scan that are hashed: everything that was received, and nothing that may change
 * later.
 */
export type ChainedScan = Pick<
  StoredScan & { body: string },
  "id" | "inbox" | "identifier" | "date" | "content" | "receivedAt" | "body"
> & { user?: string | null };

/**
 * Returns the hash of a scan in an audit trail: SHA-256 in hexadecimal over the hash of the
 * previous scan ("" for the first) followed by a JSON array of what was received.
 */
export function chainHash(previous: string, scan: ChainedScan): string {
  const { id, inbox, user = null, identifier, date, content, receivedAt, body } = scan;
  const received = [id, inbox, user, identifier, date, content, receivedAt, body];
  return hash("sha256", previous + JSON.stringify(received), "hex");
}
