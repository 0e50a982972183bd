import { isTigerTag, readType2, tigerTagLength, writeType2 } from "@scanhook/tags";
import { readBlocks, writeBlock } from "./blocks.ts";
import type { Card } from "./card-readers.ts";
import { lockIgnored, toUnreadable, toUnwritable } from "./failure.ts";
import {
  type MemoryContent,
  type MemoryFormat,
  readMemoryTag,
  writeMemoryTag,
} from "./memory-tag.ts";
import { clearMirror, type Mirror, setMirror } from "./ntag21x/mirror.ts";
import { gainAccess, type TagPassword } from "./ntag21x/password.ts";
import type { TagFailure } from "./ntag21x/tag-failure.ts";
import type { LockOutcome, TagContent, WriteOutcome } from "./tag-on-reader.ts";
import { listLockWrites } from "./type2-lock.ts";
import { readType2Uid } from "./type2-uid.ts";

/**
 * Pages of four bytes. Readers do not select sectors, so only the 256 pages of the first one are
 * reachable.
 */
const blocks = { size: 4, last: 255 };
const format: MemoryFormat = { blocks, read: readType2, write: writeType2 };

/** The first four pages in bytes: UID, lock bits and capability container. */
const headerLength = 16;

/** The static memory in bytes, whose data may begin with a Lock Control TLV. */
const staticLength = 64;

/**
 * Reads the content of a Type 2 tag, and the UID from its memory, because some readers do not
 * return it. `password` opens an NTAG21x that hides its content.
 */
export async function readType2Tag(
  card: Card,
  password?: TagPassword,
): Promise<{ content: TagContent; uid?: Uint8Array | undefined }> {
  const header = await readBlocks(card, blocks, 0, headerLength);
  if (!header.ok) return { content: await toUnreadable(card, header) };
  if (mayBeNtag21x(header.data)) {
    const access = await gainAccess(card, "read", password);
    if (!access.ok) return { content: toContent(access), uid: readType2Uid(header.data) };
  }
  const content = await readMemoryTag(card, { ...format, read: readTigerTagOrNdef }, header.data);
  return { content, uid: readType2Uid(header.data) };
}

/** Looks for a TigerTag first, because its bytes may look like a blank or damaged tag for NDEF. */
function readTigerTagOrNdef(memory: Uint8Array): MemoryContent {
  const userMemory = memory.subarray(headerLength, headerLength + tigerTagLength);
  if (!isTigerTag(userMemory)) return readType2(memory);
  return userMemory.length < tigerTagLength
    ? { kind: "more", length: headerLength + tigerTagLength }
    : { kind: "tigerTag", userMemory };
}

export type WriteOptions = { password?: TagPassword | undefined; mirror?: Mirror | undefined };

/** Writes a message. A mirror of an NTAG21x is switched off before, and set as `mirror` says. */
export async function writeType2Tag(
  card: Card,
  message: Uint8Array,
  { password, mirror }: WriteOptions = {},
): Promise<WriteOutcome> {
  const header = await readBlocks(card, blocks, 0, headerLength);
  if (!header.ok) return toUnwritable(card, header);
  if (!mirror && !mayBeNtag21x(header.data)) {
    return writeMemoryTag(card, format, header.data, message);
  }
  const access = await gainAccess(card, "write", password);
  if (!access.ok) return toOutcome(access);
  const { chip, mirrors } = access;
  if ("reason" in chip) {
    return mirror
      ? { kind: "unwritable", reason: chip.reason }
      : writeMemoryTag(card, format, header.data, message);
  }
  const cleared = mirrors ? await clearMirror(card, chip) : access;
  if (!cleared.ok) return toOutcome(cleared);
  const outcome = await writeMemoryTag(card, format, header.data, message);
  if (!mirror || outcome.kind !== "written") return outcome;
  const shown = await setMirror(card, chip, message, mirror);
  return shown.ok
    ? { ...outcome, mirror: mirror.what }
    : { kind: shown.kind, reason: shown.reason };
}

/** The sizes of the data area of NTAG213, 215 and 216, in units of eight bytes. */
const ntag21xSizes: ReadonlySet<number> = new Set([0x12, 0x3e, 0x6d]);

function mayBeNtag21x(header: Uint8Array): boolean {
  return ntag21xSizes.has(header[14]!);
}

function toContent({ kind, reason }: TagFailure): TagContent {
  return { kind: kind === "gone" ? kind : "unreadable", reason };
}

function toOutcome({ kind, reason }: TagFailure): WriteOutcome {
  return { kind: kind === "gone" ? kind : "unwritable", reason };
}

/**
 * Declares the tag read-only, and locks its memory permanently when the positions of all lock bits
 * are known. Lock bits can only be set. Reads them back, because some tags ignore the write.
 */
export async function lockType2Tag(card: Card): Promise<LockOutcome> {
  const memory = await readBlocks(card, blocks, 0, staticLength);
  if (!memory.ok) return memory;
  const { writes, isComplete } = listLockWrites(memory.data);
  for (const { page, bits } of writes) {
    const lockPage = await readBlocks(card, blocks, page * 4, page * 4 + 4);
    if (!lockPage.ok) return lockPage;
    const locked = lockPage.data.map((byte, index) => byte | bits[index]!);
    const written = await writeBlock(card, page, locked);
    if (!written.ok) return written;
    const after = await readBlocks(card, blocks, page * 4, page * 4 + 4);
    if (!after.ok) return after;
    if (!bits.every((bit, index) => (after.data[index]! & bit) === bit)) return lockIgnored;
  }
  return { ok: true, how: isComplete ? "memory" : "declared" };
}
