type Size = { width: number; height: number };

/**
 * Parses the size in pixels from the beginning of a PNG file (ISO/IEC 15948, 11.2.2), a JPEG file
 * (ITU-T T.81, B.2.2), a WebP file (RFC 9649) or a GIF file (GIF89a, section 18). Returns undefined
 * for other files, and if `head` ends before the size.
 */
export function parsePictureSize(head: Uint8Array): Size | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.length < 24) return undefined;
  if (view.getUint32(0) === 0x89504e47) {
    return { width: view.getUint32(16), height: view.getUint32(20) };
  }
  const mark = view.getUint32(0);
  if (mark === 0x47494638)
    return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (mark === 0x52494646 && view.getUint32(8) === 0x57454250) return parseWebp(view);
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

/** Parses the first chunk of a WebP file: `VP8X`, `VP8L` or `VP8 ` (RFC 9649, 2.5 to 2.7). */
function parseWebp(view: DataView): Size | undefined {
  if (view.byteLength < 30) return undefined;
  const uint24 = (offset: number) =>
    view.getUint16(offset, true) | (view.getUint8(offset + 2) << 16);
  switch (view.getUint32(12)) {
    case 0x56503858:
      return { width: uint24(24) + 1, height: uint24(27) + 1 };
    case 0x5650384c: {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case 0x56503820:
      return {
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    default:
      return undefined;
  }
}

/**
 * Returns whether a marker is one of SOF0 to SOF15. The markers for Huffman tables, extensions and
 * arithmetic coding lie between them.
 */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
