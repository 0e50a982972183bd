/**
 * Returns the size in pixels of a picture of JPEG 2000, from the SIZ segment at the start of its
 * codestream (ITU-T T.800, A.5.1), within a JP2 file or alone; undefined if there is none.
 */
export function readJpxSize(data: Uint8Array): { width: number; height: number } | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  for (let at = data.indexOf(0xff); at >= 0; at = data.indexOf(0xff, at + 1)) {
    if (at + segmentLength > data.length) return;
    if (view.getUint32(at) !== startAndSize) continue;
    const [right, bottom, left, top] = [8, 12, 16, 20].map((offset) => view.getUint32(at + offset));
    return { width: right! - left!, height: bottom! - top! };
  }
}

/** The markers SOC and SIZ. */
const startAndSize = 0xff4fff51;
/** The bytes from SOC to the offsets of the picture. */
const segmentLength = 24;
