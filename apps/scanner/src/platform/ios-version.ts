/**
 * Returns the version of iOS that a browser names; undefined on other systems, and for an iPad that
 * names itself a Mac.
 */
export function findIosVersion(userAgent: string): number | undefined {
  const version = /(?:iPhone|iPad|iPod).* OS (\d+)[_.]/.exec(userAgent)?.[1];
  return version === undefined ? undefined : Number(version);
}
