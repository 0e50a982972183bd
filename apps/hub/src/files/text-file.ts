/** `line` is the first line with bytes that are not in the encoding. */
export type DecodedText = { ok: true; text: string } | { ok: false; line: number };

/**
 * Decodes a text file that a person wrote: UTF-8, or UTF-16 with a byte order mark, which is left
 * out of the text. Refuses other encodings, because they can only be guessed, and a wrong guess
 * would change a password.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const encoding = findUtf16(bytes) ?? "utf-8";
  const text = decode(encoding, bytes);
  if (text !== undefined) return { ok: true, text };
  return { ok: false, line: encoding === "utf-8" ? findUtf8Line(bytes) : findUtf16Line() };

  function findUtf16Line(): number {
    const [before = ""] = new TextDecoder(encoding).decode(bytes).split("\ufffd", 1);
    return before.split("\n").length;
  }
}

/** Returns a sentence about a file that `decodeText` refused, with its line and what to do. */
export function describeUndecoded(path: string, { line }: { line: number }): string {
  return `Line ${line} of ${path} is not UTF-8; save the file as UTF-8.`;
}

function findUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return undefined;
}

/**
 * Returns the number of the first line that is not UTF-8. The file can be split at the byte of the
 * line feed, because no other character of UTF-8 contains that byte.
 */
function findUtf8Line(bytes: Uint8Array): number {
  let line = 1;
  for (let lineStart = 0; ; line++) {
    const end = bytes.indexOf(0x0a, lineStart);
    if (end < 0 || decode("utf-8", bytes.subarray(lineStart, end)) === undefined) return line;
    lineStart = end + 1;
  }
}

function decode(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // The decoder throws on bytes that are not in the encoding.
    return undefined;
  }
}
