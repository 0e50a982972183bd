/**
 * Returns which pictures to turn by a quarter, because the camera was held upright for most of the
 * others, or level for most of them. All then have one size, as the pictures of one camera.
 */
export function findSideways(pictures: readonly { width: number; height: number }[]): boolean[] {
  const upright = pictures.map(({ width, height }) => height > width);
  const isMostlyUpright = upright.filter(Boolean).length > pictures.length / 2;
  return upright.map((isUpright) => isUpright !== isMostlyUpright);
}
