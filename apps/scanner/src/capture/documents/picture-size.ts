/**
 * Reads the size in pixels from the head of a PNG file (ISO/IEC 15948, 11.2.2) or a JPEG file
 * (ITU-T T.81, B.2.2). Returns undefined for other files and for one that is cut off before it.
 */
export function parsePictureSize(head: Uint8Array): { width: number; height: number } | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.length < 24) return undefined;
  if (view.getUint32(0) === 0x89504e47) {
    return { width: view.getUint32(16), height: view.getUint32(20) };
  }
  if (view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= head.length; ) {
    if (head[at] !== 0xff) return undefined;
    const marker = head[at + 1]!;
    if (isFrameHeader(marker)) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    // A marker may be padded with bytes of 1 (B.1.1.2).
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/**
 * SOF0 to SOF15, without the markers for Huffman tables, extensions and arithmetic coding among
 * them.
 */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
