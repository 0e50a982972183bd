/**
 * Decodes the bytes of a text by its byte order mark, else by the `charset` of its Content-Type
 * (RFC 9110, section 8.3.2). Without both, or with an unknown charset, decodes as UTF-8. With
 * `isComplete: false`, drops a character that is cut off at the end.
 */
export function decodeText(
  bytes: Uint8Array,
  contentType: string | null | undefined,
  { isComplete = true }: { isComplete?: boolean } = {},
): string {
  const label = findMark(bytes) ?? /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? "")?.[1];
  return createDecoder(label).decode(bytes, { stream: !isComplete });
}

/**
 * Returns the encoding that a byte order mark stands for (WHATWG Encoding, section 6, "BOM sniff");
 * undefined if there is none.
 */
function findMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0xff && second === 0xfe ? "utf-16le" : undefined;
}

function createDecoder(label: string | undefined): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
