/**
 * Wraps Group 4 data into a TIFF file of one strip, in which 0 is white (TIFF 6.0, sections 2 and
 * 11).
 */
export function g4Tiff(data: Uint8Array, width: number, height: number): Uint8Array {
  const entries: [tag: number, value: number][] = [
    [256, width],
    [257, height],
    [258, 1], // bits of a sample
    [259, 4], // T.6
    [262, 0], // 0 is white
    [273, 8], // where the strip starts
    [277, 1], // samples of a pixel
    [278, height], // rows of the strip
    [279, data.length],
  ];
  const directory = 8 + data.length + (data.length & 1);
  const tiff = new Uint8Array(directory + 2 + entries.length * 12 + 4);
  const view = new DataView(tiff.buffer);
  view.setUint32(0, 0x49492a00);
  view.setUint32(4, directory, true);
  tiff.set(data, 8);
  view.setUint16(directory, entries.length, true);
  for (const [index, [tag, value]] of entries.entries()) {
    const entry = directory + 2 + index * 12;
    view.setUint16(entry, tag, true);
    view.setUint16(entry + 2, 4, true); // LONG
    view.setUint32(entry + 4, 1, true);
    view.setUint32(entry + 8, value, true);
  }
  return tiff;
}
