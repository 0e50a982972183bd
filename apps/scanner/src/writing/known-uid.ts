import { describeUid, parseUid } from "@scanhook/tags";
import { toHex } from "../tag/hex.ts";

/** The UID a tag is known again by, as it is printed; empty when it tells none, or a new one for each tap. */
export function knownUid(written: string): string {
  const uid = parseUid(written);
  return !uid || describeUid(uid).random ? "" : toHex(uid, ":");
}
