import { type CommandResult, readBinary, sendCommand, updateBinary } from "./apdu.ts";
import type { Card } from "./card-readers.ts";

/** The blocks of a tag's memory: `size` bytes each, numbered from 0 to `last`. */
export type Blocks = { size: number; last: number };

/** The largest length that every reader returns in one response (PC/SC part 3, 3.2.2.1.8). */
const maxReadLength = 16;

/**
 * Reads every block that overlaps the bytes from `start` up to `end`, with READ BINARY. `start` is
 * a multiple of the block size.
 */
export async function readBlocks(
  card: Card,
  { size, last }: Blocks,
  start: number,
  end: number,
): Promise<CommandResult> {
  const data = new Uint8Array(Math.ceil((end - start) / size) * size);
  let maxLength = Math.max(size, maxReadLength);
  let filled = 0;
  while (filled < data.length) {
    const block = (start + filled) / size;
    if (block > last) return unreachableBlock;
    const length = Math.min(maxLength, data.length - filled);
    const result = await sendCommand(card, readBinary("reader", block, length));
    const isTooLong = !result.ok && result.kind === "refused" && length > size;
    if (isTooLong) {
      // Some readers return only one block at a time.
      maxLength = size;
      continue;
    }
    if (!result.ok) return result;
    const wholeBlocks = result.data.length - (result.data.length % size);
    const received = result.data.subarray(0, Math.min(length, wholeBlocks));
    if (received.length === 0) return incompleteBlock;
    data.set(received, filled);
    filled += received.length;
  }
  return { ok: true, data };
}

/** Writes one block with UPDATE BINARY. */
export function writeBlock(card: Card, block: number, data: Uint8Array): Promise<CommandResult> {
  return sendCommand(card, updateBinary("reader", block, data));
}

const unreachableBlock: CommandResult = {
  ok: false,
  kind: "failed",
  reason: "Readers reach only the first kilobyte of such a tag, and its content is longer.",
};

export const incompleteBlock = {
  ok: false,
  kind: "failed",
  reason: "The reader returned fewer bytes of the tag than a block has.",
} as const satisfies CommandResult;
