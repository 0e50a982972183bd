export type ZoomRange = { min: number; max: number; step: number };

/** The zoom after a pinch that began at `start` and moved the fingers `ratio` times as far apart. */
export function pinchZoom(start: number, ratio: number, range: ZoomRange): number {
  return toZoom(start * ratio, range);
}

/** The nearest zoom that the camera takes. */
export function toZoom(wanted: number, { min, max, step }: ZoomRange): number {
  const stepped = step > 0 ? min + Math.round((wanted - min) / step) * step : wanted;
  // Steps such as 0.1 add up to 1.7000000000000002, which some cameras refuse.
  return Math.min(max, Math.max(min, Number(stepped.toFixed(6))));
}
