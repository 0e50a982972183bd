/** Bytes as pairs of hexadecimal digits; `between` stands between the pairs. */
export function toHex(bytes: Uint8Array, between = ""): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0").toUpperCase()).join(
    between,
  );
}

/** A hex dump as people read it: 8 bytes a line, with their ASCII characters beside. */
export function toDump(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let start = 0; start < bytes.length; start += 8) {
    const part = bytes.subarray(start, start + 8);
    const text = Array.from(part, (byte) =>
      byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·",
    ).join("");
    lines.push(`${toHex(part, " ").padEnd(24)} ${text}`);
  }
  return lines.join("\n");
}
