/**
 * The longest line that is accepted, in bytes. It is over twice the capacity of the largest QR
 * code.
 */
export const maxLineLength = 16_384;

/** One line. `overlong`: the line had more than {@link maxLineLength} bytes and was dropped. */
export type Line = { ok: true; text: string } | { ok: false; kind: "overlong" };

/**
 * Splits the bytes of a scanner into lines. CR, LF or both end a line, the last line needs no end,
 * and empty lines are dropped unless they are wanted. Everything else is kept, including group
 * separators (U+001D) and AIM identifiers. A line that is not UTF-8 is decoded as Latin-1, which
 * preserves its bytes.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  { keepsEmpty = false } = {},
): AsyncGenerator<Line> {
  let pieces: Uint8Array[] = [];
  let byteCount = 0;
  function append(piece: Uint8Array) {
    byteCount += piece.length;
    if (byteCount > maxLineLength) pieces = [];
    else if (piece.length > 0) pieces.push(piece);
  }
  function takeLine(): Line | undefined {
    const bytes = Buffer.concat(pieces);
    const isOverlong = byteCount > maxLineLength;
    pieces = [];
    byteCount = 0;
    if (isOverlong) return { ok: false, kind: "overlong" };
    return bytes.length > 0 ? { ok: true, text: decodeText(bytes) } : undefined;
  }
  let isAfterCr = false;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = 0; end < chunk.length; end++) {
      const endsCrLf = isAfterCr && chunk[end] === lf;
      isAfterCr = chunk[end] === cr;
      if (chunk[end] !== cr && chunk[end] !== lf) continue;
      append(chunk.subarray(start, end));
      start = end + 1;
      const line = takeLine();
      if (line) yield line;
      else if (keepsEmpty && !endsCrLf) yield { ok: true, text: "" };
    }
    // Copies the rest, because the source may reuse the chunk.
    append(Uint8Array.from(chunk.subarray(start)));
  }
  const last = takeLine();
  if (last) yield last;
}

const cr = 0x0d;
const lf = 0x0a;

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // The bytes are not UTF-8.
    return Buffer.from(bytes).toString("latin1");
  }
}
