// The figures that bench/ingest measures of each server, and its table.
import { readFileSync } from "node:fs";
import type { LoadResult } from "./ingest-scans.ts";
import { median } from "./processes.ts";

/**
 * One entry a round: accepted scans a second, the p99 of the response in ms, CPU time in
 * microseconds a scan, and the share of the cores that was idle.
 */
export type Figures = {
  rates: number[];
  p99s: number[];
  serverCpu: number[];
  senderCpu: number[];
  idle: number[];
};

export function emptyFigures(): Figures {
  return { rates: [], p99s: [], serverCpu: [], senderCpu: [], idle: [] };
}

/**
 * Adds a round. `cpu` is the time that the server used in it, in microseconds; undefined where it
 * is not known.
 */
export function addRound(figures: Figures, result: LoadResult, cpu: number | undefined): void {
  const { length } = result.accepted;
  figures.rates.push(length / result.seconds);
  figures.p99s.push(result.latencies.p99);
  figures.senderCpu.push(result.cpu / length);
  figures.idle.push(result.idle);
  if (cpu !== undefined) figures.serverCpu.push(cpu / length);
}

/**
 * Returns the share of the bare server's rate, in rounds that followed each other: other work then
 * affects both.
 */
export function ratioTo(bare: Figures, figures: Figures): number {
  return median(figures.rates.map((rate, round) => rate / bare.rates[round]!));
}

/**
 * Returns the memory of a process now and the most so far, in megabytes; undefined on systems that
 * do not tell it.
 */
export function readMemory(pid: number): { now: number; most: number } | undefined {
  if (process.platform !== "linux") return undefined;
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (name: string) => {
    const kibibytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1];
    return (Number(kibibytes) * 1024) / 1e6;
  };
  return { now: read("VmRSS"), most: read("VmHWM") };
}

/** Returns a line of the table. */
export function formatRow(name: string, bare: Figures, figures: Figures): string {
  const cpu = (values: readonly number[]) =>
    values.length > 0 ? `${median(values).toFixed(1)} µs` : "not known";
  const cells = [
    name,
    `${median(figures.rates).toFixed(0)}/s`,
    `${(ratioTo(bare, figures) * 100).toFixed(1)} %`,
    `${median(figures.p99s).toFixed(1)} ms`,
    cpu(figures.serverCpu),
    cpu(figures.senderCpu),
    `${(median(figures.idle) * 100).toFixed(0)} %`,
  ];
  return `| ${cells.join(" | ")} |`;
}

export const tableHead = [
  "| server | accepted | of the bare one | p99 | CPU a scan | of its sender | cores idle |",
  "|---|---|---|---|---|---|---|",
].join("\n");
