/** Returns start and length of each run of set indexes among the first `count`. */
export function findRuns(
  count: number,
  isSet: (index: number) => boolean,
): [start: number, length: number][] {
  const runs: [number, number][] = [];
  for (let index = 0; index < count; index++) {
    if (!isSet(index)) continue;
    const last = runs.at(-1);
    if (last && last[0] + last[1] === index) last[1]++;
    else runs.push([index, 1]);
  }
  return runs;
}
