import { describeUid, parseUid } from "@scanhook/tags";
import { toHex } from "../readers/nfc/hex.ts";

/**
 * Returns a UID in the form that people see, `04:A2:…`, if it identifies the tag. Returns an empty
 * string if the tag gave none, or one that changes with each tap.
 */
export function toStableUid(detectedUid: string): string {
  const uid = parseUid(detectedUid);
  return !uid || describeUid(uid).random ? "" : toHex(uid, ":");
}
