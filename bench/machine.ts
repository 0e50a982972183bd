import { cpus, release, totalmem, type } from "node:os";

/** Describes the machine and the versions of a measurement in one line. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpu?.model.trim()} × ${cpus().length}, ${memory} GiB, ${type()} ${release()}, Node ${process.version}, SQLite ${process.versions.sqlite}`;
}
