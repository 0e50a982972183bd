/** `line` is the first line with bytes that are not in the encoding. */
export type DecodedText = { ok: true; text: string } | { ok: false; line: number };

/**
 * Decodes a text file that a person wrote: UTF-8, or UTF-16 with a byte order mark, which is left
 * out of the text. Other encodings cannot be told apart, and a password must not be guessed.
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

/** Says what to do about a file that `decodeText` refuses, in a sentence that names the line. */
export function describeUndecoded(path: string, { line }: { line: number }): string {
  return `Line ${line} of ${path} is not UTF-8; save the file as UTF-8.`;
}

function findUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return undefined;
}

/** No character of UTF-8 but the line feed itself contains its byte. */
function findUtf8Line(bytes: Uint8Array): number {
  let line = 1;
  for (let from = 0; ; line++) {
    const end = bytes.indexOf(0x0a, from);
    if (end < 0 || decode("utf-8", bytes.subarray(from, end)) === undefined) return line;
    from = end + 1;
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
