/** A piece of a text: words, or a value that is shown in its own way, such as a link. */
export type TextPiece<Part> = { text: string } | { part: Part };

/**
 * Fills a text, and returns its pieces in the order of the language. `fill` gets a function that
 * returns what to insert for a value that is shown in its own way.
 */
export function splitText<Part>(fill: (slot: (part: Part) => string) => string): TextPiece<Part>[] {
  const parts: Part[] = [];
  // The characters are for private use (Unicode 23.5), so that no text of ours has them.
  const filled = fill((part) => `\uE000${parts.push(part) - 1}\uE001`);
  return filled
    .split(/\uE000(\d+)\uE001/)
    .map((piece, index) => (index % 2 === 0 ? { text: piece } : { part: parts[Number(piece)]! }))
    .filter((piece) => "part" in piece || piece.text !== "");
}
