/** How residuals are weighed and which of them are used, in one stage of a fit. */
export type FitScale = {
  /** Residuals much over this hardly count more than it, in millimeters. */
  lossScale: number;
  /** One residual of this many is used. */
  stride: number;
};

/**
 * Returns s = 1 + (r / scale)² for a residual r. The robust loss of Geman and McClure (1985) is
 * r² / s, which stays under scale², and r has the weight 1 / s² in the normal equations.
 */
export const findSaturation = (residual: number, scale: number): number =>
  1 + (residual / scale) ** 2;
