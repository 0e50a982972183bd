import { hash } from "node:crypto";

/** The values that a scan has in common with its resends. A value that the scan lacks is null. */
export type FingerprintParts = {
  inbox: string;
  user: string | null;
  /** The address of the sender, in an inbox without users. */
  address: string | null;
  identifier: string;
  date: string;
  content: string;
  tagType: string | null;
  /** As JSON. */
  structured: string | null;
};

/**
 * Returns 20 bytes that are equal only for a scan and its resends: six bytes of the date of the
 * scan, or zeros for a date outside their range, then 14 bytes of a SHA-256 over all parts. With
 * the date in front, consecutive scans are neighbors in the index, so that a commit changes a few
 * of its pages instead of one per scan. Scans that release 0.1.0 stored have a fingerprint over
 * fewer parts.
 */
export function toFingerprint(parts: FingerprintParts): Buffer {
  const { inbox, user, address, identifier, date, content, tagType, structured } = parts;
  // Different lists of strings always have different JSON, even with lone surrogates.
  const fields = [inbox, user, address, identifier, date, content, tagType, structured];
  const fingerprint = hash("sha256", JSON.stringify(fields), "buffer");
  const time = Date.parse(date);
  fingerprint.writeUIntBE(time >= 0 && time < 2 ** 48 ? time : 0, 0, 6);
  return fingerprint.subarray(0, 20);
}
