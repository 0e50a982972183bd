import { readdirSync, readFileSync } from "node:fs";

/**
 * Returns the CPU time that a process has used, in microseconds: the sum over its threads of the
 * scheduler's counter, which Linux keeps to the nanosecond. Threads that have ended are missing
 * from the sum. Undefined on other systems, which do not tell it of another process.
 */
export function readCpuTime(pid: number): number | undefined {
  if (process.platform !== "linux") return undefined;
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => sum + readThreadTime(pid, thread), 0);
}

/** Returns the CPU time that this process has used, in microseconds, on any system. */
export function readOwnCpuTime(): number {
  const { user, system } = process.cpuUsage();
  return readCpuTime(process.pid) ?? user + system;
}

/** The first field of `schedstat` is the time the thread has spent on a core, in nanoseconds. */
function readThreadTime(pid: number, thread: string): number {
  try {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
    return Number(nanoseconds) / 1000;
  } catch {
    // The thread has ended since the threads were listed.
    return 0;
  }
}
