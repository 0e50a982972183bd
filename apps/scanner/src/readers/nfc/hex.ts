/** Returns bytes as pairs of upper-case hexadecimal digits. */
export function toHex(bytes: Uint8Array, separator = ""): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0").toUpperCase()).join(
    separator,
  );
}

/** Returns a hex dump with 8 bytes per line, followed by their ASCII characters. */
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
