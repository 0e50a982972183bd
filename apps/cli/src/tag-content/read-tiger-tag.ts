import { parseTag, parseTigerTag, type TagReading } from "@scanhook/tags";

/**
 * Returns the reading of a TigerTag: a tag without records and content, with its spool or the
 * damage. `userMemory` starts with page 4.
 */
export function readTigerTag(uid: Uint8Array | undefined, userMemory: Uint8Array): TagReading {
  const reading = parseTag({ uid });
  const parsed = parseTigerTag(userMemory);
  return parsed.ok ? { ...reading, spool: parsed.spool } : { ...reading, damage: parsed.reason };
}
