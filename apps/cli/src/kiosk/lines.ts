/** The longest line that is taken: more than twice what the largest QR code holds. */
export const longestLine = 16_384;

/** `overlong`: the line held more than {@link longestLine} bytes, and none of them is kept. */
export type Line = { ok: true; text: string } | { ok: false; kind: "overlong" };

/**
 * What scanners type or send, cut into lines: CR, LF or both end one, and empty ones are nothing. All else is kept as
 * it came, group separators (U+001D) and AIM identifiers included. A line that is no UTF-8 is read as Latin-1, so that
 * its bytes survive. The last line needs no end.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let held: Uint8Array[] = [];
  let length = 0;
  function take(): Line | undefined {
    const bytes = Buffer.concat(held);
    const isOverlong = length > longestLine;
    held = [];
    length = 0;
    if (isOverlong) return { ok: false, kind: "overlong" };
    return bytes.length > 0 ? { ok: true, text: toText(bytes) } : undefined;
  }
  function hold(part: Uint8Array) {
    length += part.length;
    if (length > longestLine) held = [];
    else if (part.length > 0) held.push(part);
  }
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = 0; end < chunk.length; end++) {
      if (chunk[end] !== cr && chunk[end] !== lf) continue;
      hold(chunk.subarray(start, end));
      start = end + 1;
      const line = take();
      if (line) yield line;
    }
    // A copy: whoever gave the chunk may fill it again.
    hold(Uint8Array.from(chunk.subarray(start)));
  }
  const last = take();
  if (last) yield last;
}

const cr = 0x0d;
const lf = 0x0a;

function toText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes).toString("latin1");
  }
}
