import sharp from "sharp";

/**
 * Returns which part of the edges of a cut out page shows the dark table beside it, from the bytes
 * of the picture.
 */
export async function measureTableAtEdges(bytes: Uint8Array): Promise<number> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  // A corner of the sheet may be off by the width of the blurred edge.
  const [dx, dy] = [Math.ceil(width * 0.008), Math.ceil(height * 0.008)];
  let [dark, all] = [0, 0];
  for (let x = 2 * dx; x < width - 2 * dx; x++) {
    for (const y of [dy, height - 1 - dy]) {
      all++;
      if (data[y * width + x]! < 120) dark++;
    }
  }
  for (let y = 2 * dy; y < height - 2 * dy; y++) {
    for (const x of [dx, width - 1 - dx]) {
      all++;
      if (data[y * width + x]! < 120) dark++;
    }
  }
  return dark / all;
}
