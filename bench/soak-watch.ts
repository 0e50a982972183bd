// Watches the hub of bench/soak from outside: its process, its files and its metrics.
import { readdirSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { databaseName } from "@scanhook/hub";
import { readMemory } from "./ingest-figures.ts";
import { ask, type Server } from "./processes.ts";
import type { HubFigures } from "./soak-hub.ts";
import { send } from "./soak-request.ts";
import type { Span } from "./soak-tally.ts";

/**
 * The numbers of handles that a process has open. SQLite closes a handle of the database only while
 * no connection of the process holds a lock on it, because closing it would end these locks, and
 * opens the database with that handle the next time. So their number depends on what ran at the
 * same time.
 */
export type Handles = { sockets: number; database: number; others: number };

/** `at` is in seconds since the start of the load. Sizes are in megabytes, delays in ms. */
export type Sample = {
  at: number;
  rss: number;
  heap: number;
  /** Undefined if no old objects were collected since the last sample. */
  heapAfterCollection: number | undefined;
  handles: Handles;
  threads: number;
  wal: number;
  database: number;
  delayP99: number;
  pending: number;
  stored: number;
  span: Span;
};

/** Takes a sample of the hub, without the latencies that its senders measured. */
export async function takeSample(
  hub: Server,
  dir: string,
  at: number,
): Promise<Omit<Sample, "span">> {
  const figures = await ask<HubFigures>(hub.process, "measure");
  const metrics = await readMetrics(hub);
  const { heapAfterCollection } = figures;
  return {
    at,
    rss: readMemory(hub.process.pid!)!.now,
    heap: figures.heap / 1e6,
    heapAfterCollection: heapAfterCollection && heapAfterCollection / 1e6,
    handles: countHandles(hub.process.pid!),
    threads: readdirSync(`/proc/${hub.process.pid}/task`).length,
    wal: sizeOf(join(dir, `${databaseName}-wal`)),
    database: sizeOf(join(dir, databaseName)),
    delayP99: figures.delayP99,
    pending: sumMetric(metrics, /^scanhook_deliveries\{.*state="pending"/),
    stored: sumMetric(metrics, /^scanhook_scans_stored /),
  };
}

export async function readMetrics({ port }: { port: number }): Promise<string> {
  return (await send({ port, path: "/metrics" })).text;
}

/** Returns the sum of the values in the lines that match. */
export function sumMetric(metrics: string, line: RegExp): number {
  return metrics
    .split("\n")
    .filter((candidate) => line.test(candidate))
    .reduce((sum, found) => sum + Number(found.slice(found.lastIndexOf(" "))), 0);
}

/** Counts what a process has open. */
export function countHandles(pid: number): Handles {
  const targets = readdirSync(`/proc/${pid}/fd`).flatMap((handle) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${handle}`)];
    } catch {
      // It was closed since they were listed.
      return [];
    }
  });
  const sockets = targets.filter((target) => target.startsWith("socket:")).length;
  const database = targets.filter((target) => target.includes(databaseName)).length;
  return { sockets, database, others: targets.length - sockets - database };
}

function sizeOf(path: string): number {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) / 1e6;
}
