import type { PdfValue } from "./values.ts";

/**
 * Undoes the predictor of FlateDecode (ISO 32000-1, 7.4.4.4), whose parameters `parameter` looks
 * up: none, TIFF with samples of 8 bits, or PNG. Undefined if it is another or the parameters make
 * no sense.
 */
export function undoPredictor(
  data: Uint8Array,
  parameter: (key: string) => PdfValue,
): Uint8Array | undefined {
  const count = (key: string, standard: number) => {
    const value = parameter(key) ?? standard;
    return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : Number.NaN;
  };
  const predictor = count("Predictor", 1);
  if (predictor === 1) return data;
  const [colors, bits, columns] = [
    count("Colors", 1),
    count("BitsPerComponent", 8),
    count("Columns", 1),
  ];
  const pixel = Math.max(1, (colors * bits) >> 3);
  const row = Math.ceil((colors * bits * columns) / 8);
  if (!(row > 0 && row < 1 << 28)) return;
  if (predictor >= 10) return undoPng(data, row, pixel);
  if (predictor === 2 && bits === 8) return undoTiff(data, row, pixel);
}

function undoTiff(data: Uint8Array, row: number, pixel: number): Uint8Array {
  const out = data.slice();
  for (let start = 0; start < out.length; start += row) {
    const stop = Math.min(start + row, out.length);
    for (let at = start + pixel; at < stop; at++) out[at]! += out[at - pixel]!;
  }
  return out;
}

/** Undoes the filters of PNG (ISO/IEC 15948, 9.2), one of which precedes each row. */
function undoPng(data: Uint8Array, row: number, pixel: number): Uint8Array | undefined {
  const rows = Math.floor(data.length / (row + 1));
  const out = new Uint8Array(rows * row);
  for (let index = 0; index < rows; index++) {
    const filter = data[index * (row + 1)]!;
    if (filter > 4) return;
    const from = index * (row + 1) + 1;
    const to = index * row;
    for (let at = 0; at < row; at++) {
      const left = at >= pixel ? out[to + at - pixel]! : 0;
      const above = index > 0 ? out[to + at - row]! : 0;
      const corner = at >= pixel && index > 0 ? out[to + at - row - pixel]! : 0;
      out[to + at] = data[from + at]! + predicted(filter, left, above, corner);
    }
  }
  return out;
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const estimate = left + above - corner;
  const [byLeft, byAbove, byCorner] = [left, above, corner].map((value) =>
    Math.abs(estimate - value),
  ) as [number, number, number];
  if (byLeft <= byAbove && byLeft <= byCorner) return left;
  return byAbove <= byCorner ? above : corner;
}
