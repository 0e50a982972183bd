import { deblurRow, measureBlur } from "../bars/deblur-row.ts";
import { lightenMargins } from "../bars/light-margins.ts";
import { averageRows, drawBands, sharpenRow, toBands } from "../bars/rows.ts";
import { countBands, moveToFrame, type Strip } from "../bars/strip.ts";
import type { Engine, Found } from "../engine/engine.ts";
import type { CodeFormat } from "../readings/formats.ts";
import { isEan, isSelfChecking, isWeak } from "./certainty.ts";
import type { Pass } from "./pass.ts";

/**
 * Reads linear codes at any angle: each region of bars becomes seven bands along its scan
 * direction.
 */
export const bands: Pass = createBandsPass(({ rows }) => toBands(rows, 7), { minEanBands: 2 });

/** The same with sharpened bands, against blur. */
export const bandsSharpened: Pass = createBandsPass(
  ({ rows }) => toBands(rows, 7).map((row) => sharpenRow(row, 4, 1.5)),
  { minEanBands: 4 },
);

/** The same with straightened rows, against perspective and curved surfaces. */
export const bandsStraight: Pass = createBandsPass((strip) => toBands(strip.straight().rows, 7), {
  minEanBands: 2,
});

/** The same with straightened rows in fewer, strongly sharpened bands, against more blur. */
export const bandsStraightSharpened: Pass = createBandsPass(
  (strip) => toBands(strip.straight().rows, 5).map((row) => sharpenRow(row, 8, 2.5)),
  { minEanBands: 4 },
);

/**
 * The same with the blur of its bars measured and removed, in straightened rows. The blur of narrow
 * bars looks larger than it is, so each band is drawn for a smaller one, too. Three of these six
 * have agreed on wrong digits of an EAN-13.
 */
export const bandsDeblurred: Pass = createBandsPass(deblurStrip, {
  minBands: 2,
  minEanBands: 4,
  minWeakBands: 3,
});

const deblurredParts = [0.85, 1];

function deblurStrip(strip: Strip): Float32Array[] {
  const { rows } = strip.straight();
  const blur = measureBlur(averageRows(rows), strip.expectedLength);
  if (blur === undefined) return [];
  const rowsToDeblur = toBands(rows, 3);
  return rowsToDeblur.flatMap((row) => deblurredParts.map((part) => deblurRow(row, blur * part)));
}

/**
 * The same for labels that were cut close to their bars and lie on something dark. Without quiet
 * zones, only formats that check themselves are trusted, and only if two bands agree.
 */
export const bandsTrimmed: Pass = function* (picture, engine) {
  if (!engine.isWanted("linear")) return;
  for (const strip of picture.strips()) {
    const rows = toBands(strip.straight().rows, 7).flatMap((row) => lightenMargins(row) ?? []);
    if (rows.length < minTrimmedBands) continue;
    const sharpened = rows.map((row) => sharpenRow(row, 4, 1.5));
    yield readBands(engine, sharpened)
      .filter((found) => isSelfChecking(found) && countBands(found) >= minTrimmedBands)
      .map((found) => moveToFrame(found, strip, sharpened.length));
  }
};

const minTrimmedBands = 2;

/** Reads light bars on dark, as cans and dark boxes have them, in the strongest region. */
export const bandsInverted: Pass = function* (picture, engine) {
  const formats = invertibleFormats.filter(engine.isWanted);
  if (formats.length === 0) return;
  for (const strip of picture.strips().slice(0, 1)) {
    const rows = toBands(strip.rows, 7).map((row) =>
      sharpenRow(
        row.map((value) => 255 - value),
        4,
        1.5,
      ),
    );
    yield engine
      .read(drawBands(rows), { formats, ...bandEffort })
      .filter((found) => isSelfChecking(found) && countBands(found) >= minInvertedBands)
      .map((found) => moveToFrame(found, strip, rows.length));
  }
};

const minInvertedBands = 4;

/**
 * Formats that light bars do not turn into each other. A DataBar looks like another one when dark
 * and light are exchanged.
 */
const invertibleFormats: readonly CodeFormat[] = [
  ...(["ean13", "ean8", "upca"] as const),
  ...(["code128", "code39", "code93"] as const),
];

/**
 * How many bands have to agree. One band of seven read short ITF and Codabar in parts of other
 * codes.
 */
type AgreeingBands = { minBands?: number; minEanBands: number; minWeakBands?: number };

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

/** The passes count the bands that agree themselves. */
const bandEffort = { tryHarder: true, minLines: 1 } as const;

function readBands(engine: Engine, rows: Float32Array[]): Found[] {
  return engine.read(drawBands(rows), { family: "linear", ...bandEffort });
}
