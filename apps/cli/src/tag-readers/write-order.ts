/** Three images of the memory: as it is, with an empty message, and with the new message. */
export type MemoryImages = { old: Uint8Array; empty: Uint8Array; full: Uint8Array };

export type BlockWrite = { block: number; data: Uint8Array };

/**
 * Orders the block writes so that a tag that is taken away at any moment holds its old message, no
 * message or the new message, but never a part of one: the length of the message becomes 0 first,
 * then the content is written, and the length last (NFC Forum Type 2 Tag 1.2, 6.4.3; Type 5 Tag
 * 1.0, 7.5.3). `blockSize` is in bytes.
 */
export function orderWrites(blockSize: number, { old, empty, full }: MemoryImages): BlockWrite[] {
  const sliceBlock = (image: Uint8Array, block: number) =>
    image.slice(block * blockSize, (block + 1) * blockSize);
  const findDifferingBlocks = (a: Uint8Array, b: Uint8Array) =>
    createRange(Math.ceil(full.length / blockSize)).filter(
      (block) => !isEqual(sliceBlock(a, block), sliceBlock(b, block)),
    );
  const writeOf = (image: Uint8Array) => (block: number) => ({
    block,
    data: sliceBlock(image, block),
  });
  const changed = findDifferingBlocks(old, full);
  // The first byte that an empty message and the new one do not share is the length.
  const lengthOffset = full.findIndex((byte, offset) => byte !== empty[offset]);
  const lengthBlock = Math.floor(lengthOffset / blockSize);
  const isOneWriteEnough = changed.every((block) => block === lengthBlock);
  if (lengthOffset < 0 || isOneWriteEnough) return changed.map(writeOf(full));

  // The type byte before the length may be the last byte of another block. It is written after the
  // length 0, never before.
  const typeBlock = Math.floor((lengthOffset - 1) / blockSize);
  const isHeader = (block: number) => block === lengthBlock || block === typeBlock;
  const headerWrites = findDifferingBlocks(old, empty).filter(isHeader).toReversed();
  const contentWrites = changed.filter((block) => !isHeader(block));
  return [
    ...headerWrites.map(writeOf(empty)),
    ...contentWrites.map(writeOf(full)),
    writeOf(full)(lengthBlock),
  ];
}

export function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

function createRange(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
