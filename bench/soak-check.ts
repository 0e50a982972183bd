// Whether bench/soak lost or doubled anything.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Arrived } from "./soak-receivers.ts";
import { callApi, type HubAccess } from "./soak-request.ts";
import { numberOf } from "./soak-scans.ts";
import type { LoadResult } from "./soak-tally.ts";
import { readMetrics, sumMetric } from "./soak-watch.ts";

/** The number of scans that each inbox keeps. */
export type Kept = { scans: number; door: number };

/** The most scans that are received at the same time, and so may be stored in another order. */
const atATime = 100;

/**
 * Prints one line for each promise about what was received, and returns whether all are kept.
 * `dir` is the data folder of the hub, which still runs.
 */
export async function checkAll(
  hub: HubAccess,
  dir: string,
  { load, arrived, kept }: { load: LoadResult; arrived: Arrived; kept: Kept },
): Promise<boolean> {
  const { acknowledged, counts, problems } = load;
  console.log(
    `${acknowledged.scans.length} scans and ${acknowledged.door.length} verdicts, ${counts.repeats} repeats, ${counts.refused} refused, ${counts.searches} searches, ${counts.views} visits of viewers, ${counts.evenings} registers`,
  );
  for (const [problem, count] of Object.entries(problems)) console.log(`${count} × ${problem}`);
  const metrics = await readMetrics(hub);
  const expired = sumMetric(metrics, /^scanhook_scans_expired_total /);
  const stored = { scans: await listStored(hub, "scans"), door: await listStored(hub, "door") };
  const count = stored.scans.length + stored.door.length;
  const acknowledgedCount = acknowledged.scans.length + acknowledged.door.length;
  const lines: [string, number, number][] = [
    ["requests that failed, or had a wrong response", Object.keys(problems).length, 0],
    ["scans received by the counts of the hub", await countReceived(hub), acknowledgedCount],
    ["scans stored or expired", count + expired, acknowledgedCount],
    [
      "stored scans that nobody sent, or that are stored twice",
      countWrong(stored, acknowledged),
      0,
    ],
    ["newest scans that are not stored", countMissing(stored, acknowledged, kept), 0],
    [
      "repeats that were counted",
      sumMetric(metrics, /^scanhook_scans_repeated_total /),
      counts.repeats,
    ],
    ["scans that did not arrive at /fast", countLacking(arrived.fast, acknowledged.scans), 0],
    [
      "scans that did not arrive at /unsteady",
      countLacking(arrived.unsteady, acknowledged.scans),
      0,
    ],
    ["scans that arrived twice somewhere", countDoubled([...arrived.fast, ...arrived.unsteady]), 0],
    ["scans that the steady viewer did not see", countLacking(load.seen, acknowledged.scans), 0],
    ["scans that it saw twice", countDoubled(load.seen), 0],
    ["errors in the log", countErrors(join(dir, "log")), 0],
    ["viewers that the hub still counts", sumMetric(metrics, /^scanhook_viewers /), 0],
  ];
  return lines.map(([what, got, wanted]) => printLine(what, got, wanted)).every(Boolean);
}

/** Prints a count beside the one that is wanted, and returns whether they are equal. */
export function printLine(what: string, got: number, wanted: number): boolean {
  const isKept = got === wanted;
  console.log(`${what}: ${got} (wanted: ${wanted})${isKept ? "" : ", NOT kept"}`);
  return isKept;
}

async function listStored(hub: HubAccess, inbox: string): Promise<number[]> {
  const numbers: number[] = [];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const path = `/api/scans?inbox=${inbox}&limit=500&after=${after}`;
    const { text } = await callApi(hub, "GET", path);
    type Page = { scans: { identifier: string; content: string }[]; next?: number };
    const { scans, next } = JSON.parse(text) as Page;
    numbers.push(...scans.map(numberOf));
    after = next;
  }
  return numbers;
}

async function countReceived(hub: HubAccess): Promise<number> {
  const { text } = await callApi(hub, "GET", "/api/scans/per-day?by=day");
  return (JSON.parse(text) as { total: number }).total;
}

type OfInboxes = Record<"scans" | "door", readonly number[]>;

function countWrong(stored: OfInboxes, acknowledged: OfInboxes): number {
  return (["scans", "door"] as const)
    .map((inbox) => {
      const sent = new Set(acknowledged[inbox]);
      const distinct = new Set(stored[inbox]);
      return stored[inbox].length - distinct.size + distinct.difference(sent).size;
    })
    .reduce((sum, wrong) => sum + wrong, 0);
}

/** Counts the scans that are missing among those that their inbox certainly keeps. */
function countMissing(stored: OfInboxes, acknowledged: OfInboxes, kept: Kept): number {
  return (["scans", "door"] as const)
    .map((inbox) => {
      const newest = acknowledged[inbox].slice(-Math.max(1, kept[inbox] - atATime));
      return new Set(newest).difference(new Set(stored[inbox])).size;
    })
    .reduce((sum, missing) => sum + missing, 0);
}

function countLacking(found: readonly [number, number][], wanted: readonly number[]): number {
  return new Set(wanted).difference(new Set(found.map(([n]) => n))).size;
}

function countDoubled(found: readonly [number, number][]): number {
  return found.filter(([, times]) => times > 1).length;
}

/** Counts the lines of the levels error and fatal. */
function countErrors(log: string): number {
  return readFileSync(log, "utf8")
    .split("\n")
    .filter((line) => /"level":"(error|fatal)"/.test(line)).length;
}
