/**
 * Decodes Shift JIS by the table of JIS X 0208, as Kanji mode of QR codes means it (ISO/IEC 18004,
 * annex H). Returns undefined if the bytes are something else. Control characters stay as they are.
 */
export function decodeShiftJis(bytes: Uint8Array): string | undefined {
  const decoder = new TextDecoder("shift_jis", { fatal: true });
  let text = "";
  let start = 0;
  try {
    for (let index = 0; index <= bytes.length; index += 1) {
      const byte = bytes[index];
      // The decoder of Node permutes some control characters (ICU's ibm-943), and none is part of a
      // pair.
      if (byte !== undefined && byte >= 0x20 && byte !== 0x7f) continue;
      text += decoder.decode(bytes.subarray(start, index));
      if (byte !== undefined) text += String.fromCharCode(byte);
      start = index + 1;
    }
  } catch {
    return undefined;
  }
  return text.replace(/[＼～∥－￠￡￢]/g, (character) => corrections[character] ?? character);
}

/** Characters that the Encoding Standard maps to their full-width forms. */
const corrections: Record<string, string> = {
  "＼": "\\",
  "～": "〜",
  "∥": "‖",
  "－": "−",
  "￠": "¢",
  "￡": "£",
  "￢": "¬",
};
