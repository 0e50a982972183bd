/** Returns start and length of each run of places from 0 to `count` that are set. */
export function findRuns(
  count: number,
  isSet: (place: number) => boolean,
): [start: number, length: number][] {
  const runs: [number, number][] = [];
  for (let place = 0; place < count; place++) {
    if (!isSet(place)) continue;
    const last = runs.at(-1);
    if (last && last[0] + last[1] === place) last[1]++;
    else runs.push([place, 1]);
  }
  return runs;
}
