/**
 * Returns the milliseconds of CPU time that `work` takes when it runs so many times in a row: the
 * least of three tries, because other work of the process can only add to a try.
 */
export async function cpuOf(work: () => unknown, times = 1): Promise<number> {
  const tries: number[] = [];
  for (let index = 0; index < 3; index += 1) {
    const before = process.cpuUsage();
    for (let time = 0; time < times; time += 1) await work();
    const { user, system } = process.cpuUsage(before);
    tries.push((user + system) / 1000);
  }
  return Math.min(...tries);
}
