import { deblurRow, measureBlur } from "../bars/deblur-row.ts";
import { lightenMargins } from "../bars/light-margins.ts";
import { averageRows, drawBands, sharpenRow, toBands } from "../bars/rows.ts";
import { countBands, moveToFrame, type Strip } from "../bars/strip.ts";
import type { Engine, Found } from "../engine/engine.ts";
import type { CodeFormat } from "../readings/formats.ts";
import { isEan, isSelfChecking, isWeak } from "./certainty.ts";
import type { Pass } from "./pass.ts";

/** The number of bands of a region, unless a pass says otherwise. */
const usualBandCount = 7;

/** Sharpens a band against blur of up to about two samples. */
const sharpenBand = (row: Float32Array) => sharpenRow(row, 4, 1.5);

/**
 * Reads linear codes at any angle: each region of bars becomes seven bands along its scan
 * direction.
 */
export const bands: Pass = createBandsPass(({ rows }) => toBands(rows, usualBandCount), {
  minEanBands: 2,
});

/** Reads linear codes in sharpened bands, against blur. */
export const bandsSharpened: Pass = createBandsPass(
  ({ rows }) => toBands(rows, usualBandCount).map(sharpenBand),
  { minEanBands: 4 },
);

/** Reads linear codes in bands of straightened rows, against perspective and curved surfaces. */
export const bandsStraight: Pass = createBandsPass(
  (strip) => toBands(strip.straight().rows, usualBandCount),
  { minEanBands: 2 },
);

/**
 * Reads linear codes in fewer, strongly sharpened bands of straightened rows, against more blur.
 */
export const bandsStraightSharpened: Pass = createBandsPass(
  (strip) => toBands(strip.straight().rows, 5).map((row) => sharpenRow(row, 8, 2.5)),
  { minEanBands: 4 },
);

/**
 * Reads linear codes in three bands of straightened rows whose blur was measured and removed. The
 * blur of narrow bars looks larger than it is, so each band is also drawn for a smaller blur. Three
 * of these six drawn bands have agreed on wrong digits of an EAN-13.
 */
export const bandsDeblurred: Pass = createBandsPass(deblurStrip, {
  minBands: 2,
  minEanBands: 4,
  minWeakBands: 3,
});

/** The blurs that are removed, as parts of the measured blur. */
const blurFactors = [0.85, 1];

function deblurStrip(strip: Strip): Float32Array[] {
  const { rows } = strip.straight();
  const blur = measureBlur(averageRows(rows), strip.expectedLength);
  if (blur === undefined) return [];
  const rowsToDeblur = toBands(rows, 3);
  return rowsToDeblur.flatMap((row) => blurFactors.map((factor) => deblurRow(row, blur * factor)));
}

/**
 * Reads linear codes on labels that were cut close to their bars and lie on something dark. Without
 * quiet zones, only formats that check themselves are trusted, and only if two bands agree.
 */
export const bandsTrimmed: Pass = function* (picture, engine) {
  if (!engine.isWanted("linear")) return;
  for (const strip of picture.strips()) {
    const rows = toBands(strip.straight().rows, usualBandCount).flatMap(
      (row) => lightenMargins(row) ?? [],
    );
    if (rows.length < minTrimmedBands) continue;
    const sharpened = rows.map(sharpenBand);
    yield readBands(engine, sharpened)
      .filter((found) => isSelfChecking(found) && countBands(found) >= minTrimmedBands)
      .map((found) => moveToFrame(found, strip, sharpened.length));
  }
};

const minTrimmedBands = 2;

/** Reads light bars on dark, as on cans and dark boxes, in the strongest region. */
export const bandsInverted: Pass = function* (picture, engine) {
  const formats = invertibleFormats.filter(engine.isWanted);
  if (formats.length === 0) return;
  for (const strip of picture.strips().slice(0, 1)) {
    const rows = toBands(strip.rows, usualBandCount).map((row) =>
      sharpenBand(row.map((value) => 255 - value)),
    );
    yield engine
      .read(drawBands(rows), { formats, ...bandEffort })
      .filter((found) => isSelfChecking(found) && countBands(found) >= minInvertedBands)
      .map((found) => moveToFrame(found, strip, rows.length));
  }
};

const minInvertedBands = 4;

/**
 * Formats that stay safe when dark and light are exchanged. A DataBar looks like another DataBar
 * then.
 */
const invertibleFormats: readonly CodeFormat[] = [
  "ean13",
  "ean8",
  "upca",
  "code128",
  "code39",
  "code93",
];

/**
 * The minimum number of bands that agree on a reading: of an EAN or UPC, of another format with
 * little to check it, and of all others. One band of seven has read short ITF and Codabar in parts
 * of other codes.
 */
type AgreeingBands = { minEanBands: number; minWeakBands?: number; minBands?: number };

function createBandsPass(
  toBandRows: (strip: Strip) => Float32Array[],
  { minBands = 1, minEanBands, minWeakBands = 2 }: AgreeingBands,
): Pass {
  return function* (picture, engine) {
    if (!engine.isWanted("linear")) return;
    for (const strip of picture.strips()) {
      const hasEnough = (found: Found) =>
        countBands(found) >= (isEan(found) ? minEanBands : isWeak(found) ? minWeakBands : minBands);
      const rows = toBandRows(strip);
      if (rows.length === 0) continue;
      yield readBands(engine, rows)
        .filter(hasEnough)
        .map((found) => moveToFrame(found, strip, rows.length));
    }
  };
}

/** A single line is enough for zxing-cpp, because the passes count the bands that agree. */
const bandEffort = { tryHarder: true, minLines: 1 } as const;

function readBands(engine: Engine, rows: Float32Array[]): Found[] {
  return engine.read(drawBands(rows), { family: "linear", ...bandEffort });
}
