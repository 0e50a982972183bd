import { boxSum } from "../silhouette/box-sum.ts";

/** Windows are squares of `2 * radius + 1` pixels. */
const radius = 2;
/** A pixel is compared only if both views show at least this share of its window. */
const minVisibleShare = 1 / 2;
/**
 * The gray levels of a window need at least this standard deviation in both views, of 255: without
 * texture, the correlation would be one of noise.
 */
const minDeviation = 4;

/** A view whose windows are compared, row by row. */
type GrayImage = { gray: Float32Array; width: number; height: number };

/** Sums over the window around each pixel: how many pixels count, their values and squares. */
export type WindowSums = { counts: Float32Array; values: Float32Array; squares: Float32Array };

/** A neighboring view warped to the pixels of the reference view. */
export type WarpedView = {
  /** 1 for each pixel that both views show, else 0. */
  isVisible: Float32Array;
  /** The gray level of the neighbor, its square, and its product with that of the reference. */
  values: Float32Array;
  squares: Float32Array;
  products: Float32Array;
};

/** Arrays that `correlateWindows` overwrites at each call. */
export type CorrelationBuffers = {
  values: Float32Array;
  squares: Float32Array;
  products: Float32Array;
  correlations: Float32Array;
};

/** Sums up the pixels for which `isVisible` is 1. */
export function sumWindows(
  { gray, width, height }: GrayImage,
  isVisible: Float32Array,
): WindowSums {
  const values = new Float32Array(gray.length);
  const squares = new Float32Array(gray.length);
  for (let pixel = 0; pixel < gray.length; pixel++) {
    const value = gray[pixel]! * isVisible[pixel]!;
    values[pixel] = value;
    squares[pixel] = value * value;
  }
  return {
    counts: boxSum(isVisible, width, height, radius),
    values: boxSum(values, width, height, radius),
    squares: boxSum(squares, width, height, radius),
  };
}

/**
 * Returns the normalized cross-correlation of the reference and the warped view in the window
 * around each pixel, from -1 to 1; -1 where texture or pixels are missing. `reference` sums up the
 * visible pixels of the reference view.
 */
export function correlateWindows(
  reference: WindowSums,
  warped: WarpedView,
  { width, height }: { width: number; height: number },
  buffers: CorrelationBuffers,
): Float32Array {
  const { correlations } = buffers;
  boxSum(warped.values, width, height, radius, buffers.values);
  boxSum(warped.squares, width, height, radius, buffers.squares);
  boxSum(warped.products, width, height, radius, buffers.products);
  const minCount = minVisibleShare * (2 * radius + 1) ** 2;
  correlations.fill(-1);
  for (let pixel = 0; pixel < correlations.length; pixel++) {
    const count = reference.counts[pixel]!;
    if (!warped.isVisible[pixel] || count < minCount) continue;
    const meanA = reference.values[pixel]! / count;
    const meanB = buffers.values[pixel]! / count;
    const varianceA = reference.squares[pixel]! / count - meanA ** 2;
    const varianceB = buffers.squares[pixel]! / count - meanB ** 2;
    if (varianceA < minDeviation ** 2 || varianceB < minDeviation ** 2) continue;
    const covariance = buffers.products[pixel]! / count - meanA * meanB;
    correlations[pixel] = covariance / Math.sqrt(varianceA * varianceB);
  }
  return correlations;
}
