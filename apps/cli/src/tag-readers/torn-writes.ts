/** The memory as it is, with an empty message in it, and with the new one. */
export type Images = { old: Uint8Array; empty: Uint8Array; full: Uint8Array };

/**
 * The blocks to write, in an order in which a tag taken away at any moment shows what it had, nothing, or the new
 * message, but never half of one (NFC Forum Type 2 Tag 1.2, 6.4.3; Type 5 Tag 1.0, 7.5.3): first the length of the message becomes 0, then its content
 * goes in, and its length last.
 */
export function orderWrites(size: number, { old, empty, full }: Images) {
  const differing = (a: Uint8Array, b: Uint8Array) =>
    range(Math.ceil(full.length / size)).filter(
      (block) => !isEqual(blockOf(a, block), blockOf(b, block)),
    );
  const blockOf = (image: Uint8Array, block: number) =>
    image.slice(block * size, (block + 1) * size);
  const from = (image: Uint8Array) => (block: number) => ({ block, data: blockOf(image, block) });
  const changed = differing(old, full);
  // What is the same in both but for the message begins with its length.
  const lengthAt = full.findIndex((byte, at) => byte !== empty[at]);
  const head = Math.floor(lengthAt / size);
  const typed = Math.floor((lengthAt - 1) / size);
  if (lengthAt < 0 || changed.every((block) => block === head)) return changed.map(from(full));
  // The type before the length may be the end of another block: a length of 0 has to be there before it is.
  const header = differing(old, empty).filter((block) => block === head || block === typed);
  const content = changed.filter((block) => block !== head && block !== typed);
  return [...header.toReversed().map(from(empty)), ...content.map(from(full)), from(full)(head)];
}

export function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
