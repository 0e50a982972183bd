// The verdict of a measurement, which says nothing while other programs use the machine.
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/** The share of the cores that others may use before a rate says more about them than about us. */
const most = 0.1;

/**
 * Starts to watch. The function that it returns takes whether the promises were kept, prints the
 * verdict in one line, or that there is none because other programs or other guests of the host
 * used the cores, and returns false only for promises that were broken on a quiet machine. Call it
 * when all processes that were started meanwhile have ended: a system adds up the time of those.
 */
export function watchOthers(): (kept: boolean) => boolean {
  const before = readTimes();
  const start = performance.now();
  return (kept) => {
    const after = readTimes();
    const verdict = kept ? "the promises are kept" : "a promise is NOT kept";
    if (!before || !after) {
      console.log(`whether the machine was quiet is not known on ${process.platform}; ${verdict}`);
      return kept;
    }
    const ticks = ((performance.now() - start) / 1000) * ticksPerSecond * availableParallelism();
    const others = after.all - before.all - (after.own - before.own);
    const share = Math.max(0, others / ticks);
    const used = `other programs used ${(share * 100).toFixed(0)} % of the cores`;
    if (share > most) {
      console.log(`not quiet: ${used}, so there is no verdict`);
      return true;
    }
    console.log(`quiet: ${used}; ${verdict}`);
    return kept;
  };
}

/** USER_HZ of Linux, on every processor that Node runs on. */
const ticksPerSecond = 100;

/**
 * Reads the time that all programs, and this one with its ended children, have used, in ticks
 * (proc_stat(5), proc_pid_stat(5)). `all` has the time that the host gave to other guests, and
 * leaves out interrupts, which belong to nobody.
 */
function readTimes(): { all: number; own: number } | undefined {
  if (process.platform !== "linux") return undefined;
  const [, user, nice, system, , , , , steal] = readFileSync("/proc/stat", "utf8").split(/\s+/, 9);
  const all = [user, nice, system, steal].reduce((sum, ticks) => sum + Number(ticks), 0);
  // The name of the program is in parentheses and may contain spaces.
  const fields = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  const own = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
  return { all, own };
}
