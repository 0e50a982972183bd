import type { TagReading } from "@scanhook/tags";
import { toHex } from "./hex.ts";

/** Identifies a tag by its UID, or by its content if it has none. */
export function toTagKey({ uid, content }: TagReading): string {
  return uid ? `uid ${toHex(uid)}` : `content ${content}`;
}

/** Returns whether a tag has neither a UID nor content, so that nothing identifies it. */
export function isUnidentifiable({ uid, content }: TagReading): boolean {
  return !uid && content === "";
}
