import type { NdefReadResult, NdefWriteResult } from "@scanhook/tags";
import type { CommandFailure } from "./apdu.ts";
import { type Blocks, readBlocks, writeBlock } from "./blocks.ts";
import type { Card } from "./card-readers.ts";
import { readBackDiffers, toPartlyWritten, toUnreadable, toUnwritable } from "./failure.ts";
import type { TagContent, WriteOutcome } from "./tag-on-reader.ts";
import { isEqual, orderWrites } from "./write-order.ts";

/** The memory of one kind of tag: its blocks, and how to read and write an NDEF message in them. */
export type MemoryFormat = {
  blocks: Blocks;
  read(memory: Uint8Array): MemoryContent;
  write(memory: Uint8Array, message: Uint8Array): NdefWriteResult;
};

/** An NDEF message, or another format that a reader of memory finds. */
export type MemoryContent = NdefReadResult | Extract<TagContent, { kind: "tigerTag" }>;

/**
 * Reads the content of a tag. `start` is the part of the memory that was already read; reads only
 * as much of the rest as the message needs.
 */
export async function readMemoryTag(
  card: Card,
  format: MemoryFormat,
  start: Uint8Array,
): Promise<TagContent> {
  const search = await findMessage(card, format, start);
  return "failure" in search ? toUnreadable(card, search.failure) : search.content;
}

/** Writes a message: updates the blocks that change, reads them back and compares. */
export async function writeMemoryTag(
  card: Card,
  format: MemoryFormat,
  start: Uint8Array,
  message: Uint8Array,
): Promise<WriteOutcome> {
  const { blocks } = format;
  const search = await findMessage(card, format, start);
  if ("failure" in search) return toUnwritable(card, search.failure);
  let { memory } = search;
  let result = format.write(memory, message);
  while (!result.ok && result.more !== undefined) {
    const missingBlocks = await readBlocks(card, blocks, memory.length, result.more);
    if (!missingBlocks.ok) return toUnwritable(card, missingBlocks);
    memory = joinBytes(memory, missingBlocks.data);
    result = format.write(memory, message);
  }
  if (!result.ok) return { kind: toRefusalKind(search.content), reason: result.reason };
  // Writing an empty message never fails here, because a longer message fits.
  const empty = format.write(memory, new Uint8Array());
  const emptied = empty.ok ? empty.memory : memory;
  const writes = orderWrites(blocks.size, { old: memory, empty: emptied, full: result.memory });
  for (const { block, data } of writes) {
    const writeResult = await writeBlock(card, block, data);
    if (!writeResult.ok) return toPartlyWritten(card, writeResult);
  }
  const changed = writes.map(({ block }) => block);
  if (changed.length > 0) {
    const from = Math.min(...changed) * blocks.size;
    const to = (Math.max(...changed) + 1) * blocks.size;
    const readBack = await readBlocks(card, blocks, from, to);
    if (!readBack.ok) return toPartlyWritten(card, readBack);
    if (!isEqual(readBack.data, result.memory.subarray(from, to))) return readBackDiffers;
  }
  const content = format.read(result.memory);
  const capacity = "capacity" in content ? content.capacity : message.length;
  return { kind: "written", bytes: message.length, capacity };
}

type MessageSearchResult =
  | { memory: Uint8Array; content: Exclude<MemoryContent, { kind: "more" }> }
  | { failure: CommandFailure };

async function findMessage(
  card: Card,
  format: MemoryFormat,
  start: Uint8Array,
): Promise<MessageSearchResult> {
  let memory = start;
  for (;;) {
    const content = format.read(memory);
    if (content.kind !== "more") return { memory, content };
    const missingBlocks = await readBlocks(card, format.blocks, memory.length, content.length);
    if (!missingBlocks.ok) return { failure: missingBlocks };
    memory = joinBytes(memory, missingBlocks.data);
  }
}

function toRefusalKind(content: MemoryContent): "unformatted" | "read-only" | "too-big" {
  if (content.kind === "unformatted") return "unformatted";
  return "writable" in content && !content.writable ? "read-only" : "too-big";
}

function joinBytes(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const joined = new Uint8Array(head.length + tail.length);
  joined.set(head);
  joined.set(tail, head.length);
  return joined;
}
