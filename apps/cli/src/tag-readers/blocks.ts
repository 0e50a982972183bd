import { type Asked, ask } from "./apdu.ts";
import type { Card } from "./card-readers.ts";

/** How a tag's memory is reached: in blocks of `size` bytes, with addresses up to `last`. */
export type Blocks = { size: number; last: number };

/** As much as every reader gives in one answer (PC/SC part 3, 3.2.2.1.8). */
const longestRead = 16;

/** Reads whole blocks: from the byte `start`, where one begins, to the end of the one that has the byte before `end`. */
export async function readBlocks(
  card: Card,
  { size, last }: Blocks,
  start: number,
  end: number,
): Promise<Asked> {
  const data = new Uint8Array(Math.ceil((end - start) / size) * size);
  let most = Math.max(size, longestRead);
  for (let at = 0; at < data.length; ) {
    const block = (start + at) / size;
    const count = Math.min(most, data.length - at);
    if (block > last) return tooFar;
    const asked = await ask(card, [0xff, 0xb0, block >> 8, block & 0xff, count]);
    // Some readers give one block at a time.
    if (!asked.ok && asked.kind === "refused" && count > size) {
      most = size;
      continue;
    }
    if (!asked.ok) return asked;
    const got = asked.data.subarray(
      0,
      Math.min(count, asked.data.length - (asked.data.length % size)),
    );
    if (got.length === 0) return gaveTooLittle;
    data.set(got, at);
    at += got.length;
  }
  return { ok: true, data };
}

export function writeBlock(card: Card, block: number, data: Uint8Array): Promise<Asked> {
  return ask(card, [0xff, 0xd6, block >> 8, block & 0xff, data.length, ...data]);
}

const tooFar: Asked = {
  ok: false,
  kind: "failed",
  reason: "Readers reach only the first kilobyte of such a tag, and its content goes further.",
};

export const gaveTooLittle = {
  ok: false,
  kind: "failed",
  reason: "The reader gave fewer bytes of the tag than a block has.",
} as const satisfies Asked;
