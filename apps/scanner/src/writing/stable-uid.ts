import { describeUid, parseUid } from "@scanhook/tags";
import { toHex } from "../readers/nfc/hex.ts";
import type { DetectedTag } from "../readers/nfc/transport.ts";

/**
 * Returns the UID of a tag in the form that people see, `04:A2:…`, if it identifies the tag.
 * Returns an empty string if the tag gave none, or one that changes with each tap.
 */
export function toStableUid({ uid, technology }: TagIdentity): string {
  const parsed = parseUid(uid, technology);
  return !parsed || describeUid(parsed).random ? "" : toHex(parsed, ":");
}

/** The identity of a tag, as the platform tells it. */
export type TagIdentity = Pick<DetectedTag, "uid" | "technology">;
