export type ZoomRange = { min: number; max: number; step: number };

/**
 * Returns the zoom after a pinch that started at the zoom `start` and multiplied the distance of
 * the fingers by `ratio`.
 */
export function pinchZoom(start: number, ratio: number, range: ZoomRange): number {
  return toSupportedZoom(start * ratio, range);
}

/** Returns the nearest zoom that the camera supports. */
export function toSupportedZoom(wanted: number, { min, max, step }: ZoomRange): number {
  const stepped = step > 0 ? min + Math.round((wanted - min) / step) * step : wanted;
  // Steps such as 0.1 can add up to 1.7000000000000002, which some cameras refuse.
  return Math.min(max, Math.max(min, Number(stepped.toFixed(6))));
}
