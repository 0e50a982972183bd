/**
 * Returns for each picture whether to rotate it by 90 degrees, because it is upright and the
 * majority is not, or the other way round. All pictures of one camera then have the same size.
 */
export function findSideways(pictures: readonly { width: number; height: number }[]): boolean[] {
  const upright = pictures.map(({ width, height }) => height > width);
  const isMostlyUpright = upright.filter(Boolean).length > pictures.length / 2;
  return upright.map((isUpright) => isUpright !== isMostlyUpright);
}
