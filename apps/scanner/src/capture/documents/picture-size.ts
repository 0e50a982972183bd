/**
 * Parses the size in pixels from the beginning of a PNG file (ISO/IEC 15948, 11.2.2) or a JPEG file
 * (ITU-T T.81, B.2.2). Returns undefined for other files, and if `head` ends before the size.
 */
export function parsePictureSize(head: Uint8Array): { width: number; height: number } | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.length < 24) return undefined;
  if (view.getUint32(0) === 0x89504e47) {
    return { width: view.getUint32(16), height: view.getUint32(20) };
  }
  if (view.getUint16(0) !== 0xffd8) return undefined;
  for (let offset = 2; offset + 9 <= head.length; ) {
    if (head[offset] !== 0xff) return undefined;
    const marker = head[offset + 1]!;
    if (isFrameHeader(marker)) {
      return { width: view.getUint16(offset + 7), height: view.getUint16(offset + 5) };
    }
    // A marker may be padded with bytes of 1 (B.1.1.2).
    offset += marker === 0xff ? 1 : 2 + view.getUint16(offset + 2);
  }
  return undefined;
}

/**
 * Returns whether a marker is one of SOF0 to SOF15. The markers for Huffman tables, extensions and
 * arithmetic coding lie between them.
 */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
