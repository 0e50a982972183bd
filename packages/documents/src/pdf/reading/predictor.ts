import type { PdfValue } from "./values.ts";

/**
 * Undoes the predictor of FlateDecode (ISO 32000-1, 7.4.4.4), whose parameters `parameter` looks
 * up: none, TIFF with samples of 8 bits, or PNG. Returns undefined for another predictor and for
 * invalid parameters.
 */
export function undoPredictor(
  data: Uint8Array,
  parameter: (key: string) => PdfValue,
): Uint8Array | undefined {
  const readCount = (key: string, fallback: number) => {
    const value = parameter(key) ?? fallback;
    return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : Number.NaN;
  };
  const predictor = readCount("Predictor", 1);
  if (predictor === 1) return data;
  const [colors, bits, columns] = [
    readCount("Colors", 1),
    readCount("BitsPerComponent", 8),
    readCount("Columns", 1),
  ];
  const pixelBytes = Math.max(1, (colors * bits) >> 3);
  const rowBytes = Math.ceil((colors * bits * columns) / 8);
  if (!(rowBytes > 0 && rowBytes < 1 << 28)) return;
  if (predictor >= 10) return undoPng(data, rowBytes, pixelBytes);
  if (predictor === 2 && bits === 8) return undoTiff(data, rowBytes, pixelBytes);
}

function undoTiff(data: Uint8Array, rowBytes: number, pixelBytes: number): Uint8Array {
  const out = data.slice();
  for (let start = 0; start < out.length; start += rowBytes) {
    const stop = Math.min(start + rowBytes, out.length);
    for (let i = start + pixelBytes; i < stop; i++) out[i]! += out[i - pixelBytes]!;
  }
  return out;
}

/** Undoes the filters of PNG (ISO/IEC 15948, 9.2), one of which precedes each row. */
function undoPng(data: Uint8Array, rowBytes: number, pixelBytes: number): Uint8Array | undefined {
  const rowCount = Math.floor(data.length / (rowBytes + 1));
  const out = new Uint8Array(rowCount * rowBytes);
  for (let row = 0; row < rowCount; row++) {
    const filter = data[row * (rowBytes + 1)]!;
    if (filter > 4) return;
    const from = row * (rowBytes + 1) + 1;
    const to = row * rowBytes;
    for (let i = 0; i < rowBytes; i++) {
      const left = i >= pixelBytes ? out[to + i - pixelBytes]! : 0;
      const above = row > 0 ? out[to + i - rowBytes]! : 0;
      const corner = i >= pixelBytes && row > 0 ? out[to + i - rowBytes - pixelBytes]! : 0;
      out[to + i] = data[from + i]! + predict(filter, left, above, corner);
    }
  }
  return out;
}

/** Predicts a byte by a filter of PNG (0 to 4). `corner` is the byte above and to the left. */
function predict(filter: number, left: number, above: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const estimate = left + above - corner;
  const [leftError, aboveError, cornerError] = [left, above, corner].map((value) =>
    Math.abs(estimate - value),
  ) as [number, number, number];
  if (leftError <= aboveError && leftError <= cornerError) return left;
  return aboveError <= cornerError ? above : corner;
}
