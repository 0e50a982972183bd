import { hash } from "node:crypto";

/**
 * Returns 20 bytes that are equal exactly for a scan and its repeats: the date of the scan in six bytes, then 14 bytes of
 * a SHA-256 over inbox, identifier, date and content. With the date in front, consecutive scans are neighbors in the
 * index, and a commit changes a few of its pages instead of one per scan.
 */
export function toFingerprint(
  inbox: string,
  identifier: string,
  date: string,
  content: string,
): Buffer {
  // In JSON, no two different lists of strings have the same text, even with lone surrogates.
  const fields = [inbox, identifier, date, content];
  const fingerprint = hash("sha256", JSON.stringify(fields), "buffer");
  const time = Date.parse(date);
  fingerprint.writeUIntBE(time >= 0 && time < 2 ** 48 ? time : 0, 0, 6);
  return fingerprint.subarray(0, 20);
}
