import { hash } from "node:crypto";

/**
 * Equal for a resend and for nothing else: the scan's own time in six bytes, then 14 bytes of a SHA-256 over inbox,
 * identifier, date and content. With the time in front, the fingerprints of scans made one after the other lie beside
 * each other in the index, and a commit touches a few of its pages instead of one for each scan.
 */
export function toFingerprint(...parts: [string, string, string, string]): Buffer {
  // JSON, so that no two different lists of strings give the same text, lone surrogates included.
  const fingerprint = hash("sha256", JSON.stringify(parts), "buffer");
  const time = Date.parse(parts[2]);
  fingerprint.writeUIntBE(time >= 0 && time < 2 ** 48 ? time : 0, 0, 6);
  return fingerprint.subarray(0, 20);
}
