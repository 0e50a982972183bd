const signatureAndHeader = 33;

/**
 * Returns a PNG file with its resolution, in dots per inch, so that it is printed at its size. Adds
 * the chunk `pHYs` after `IHDR` (PNG Specification, Third Edition, 11.3.4.3). The file must not
 * have one yet, as those that canvases write.
 */
export function setResolution(png: Uint8Array, dpi: number): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(21);
  const view = new DataView(chunk.buffer);
  const perMeter = Math.round(dpi / 0.0254);
  view.setUint32(0, 9);
  chunk.set(new TextEncoder().encode("pHYs"), 4);
  view.setUint32(8, perMeter);
  view.setUint32(12, perMeter);
  // The unit is the meter.
  chunk[16] = 1;
  view.setUint32(17, crc32(chunk.subarray(4, 17)));
  const file = new Uint8Array(png.length + chunk.length);
  file.set(png.subarray(0, signatureAndHeader));
  file.set(chunk, signatureAndHeader);
  file.set(png.subarray(signatureAndHeader), signatureAndHeader + chunk.length);
  return file;
}

/** Returns the checksum of a chunk (PNG Specification, Third Edition, 5.5). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}
