// The table of bench/soak: each value in the sixths of the run, and whether it is flat.
import { findMedian, judge, type Point, type Rule, sixthOf } from "./soak-judge.ts";
import type { Span } from "./soak-tally.ts";
import type { Sample } from "./soak-watch.ts";

/** `inSixth` makes one value of the samples of a sixth. */
type Level = {
  title: string;
  of: (sample: Sample) => number | undefined;
  rule: Rule;
  inSixth: (values: readonly number[]) => number;
};

const most = (values: readonly number[]) => (values.length > 0 ? Math.max(...values) : Number.NaN);

/** The limit that the hub sets itself (`journal_size_limit`), in megabytes. */
const walLimit = 32;

const levels: readonly Level[] = [
  {
    title: "memory of the process (RSS), MB",
    of: ({ rss }) => rss,
    rule: { kind: "level", share: 0.05, least: 8 },
    inSixth: findMedian,
  },
  {
    title: "heap after a collection, MB",
    of: ({ heapAfterCollection }) => heapAfterCollection,
    rule: { kind: "level", share: 0.05, least: 2 },
    inSixth: findMedian,
  },
  {
    title: "open sockets",
    of: ({ handles }) => handles.sockets,
    rule: { kind: "level", share: 0.1, least: 10 },
    inSixth: findMedian,
  },
  {
    title: "handles of the database",
    of: ({ handles }) => handles.database,
    rule: { kind: "level", share: 0, least: 4 },
    inSixth: findMedian,
  },
  {
    title: "other handles",
    of: ({ handles }) => handles.others,
    rule: { kind: "same" },
    inSixth: findMedian,
  },
  {
    title: "threads",
    of: ({ threads }) => threads,
    rule: { kind: "same" },
    inSixth: findMedian,
  },
  {
    title: "WAL, MB (maximum)",
    of: ({ wal }) => wal,
    rule: { kind: "bounded", most: walLimit },
    inSixth: most,
  },
  {
    title: "database, MB",
    of: ({ database }) => database,
    rule: { kind: "level", share: 0.05, least: 1 },
    inSixth: findMedian,
  },
  {
    title: "stored scans",
    of: ({ stored }) => stored,
    rule: { kind: "level", share: 0.1, least: 100 },
    inSixth: findMedian,
  },
  {
    title: "pending deliveries",
    of: ({ pending }) => pending,
    rule: { kind: "level", share: 0.1, least: 100 },
    inSixth: findMedian,
  },
];

const paces: readonly { title: string; key: keyof Span; least: number }[] = [
  { title: "a scan is accepted", key: "accepts", least: 10 },
  { title: "a verdict is given", key: "verdicts", least: 10 },
  { title: "a search is answered", key: "searches", least: 20 },
  { title: "a live view shows a scan", key: "lags", least: 20 },
];

/** Whether levels and paces are flat. Paces can be judged only on a quiet machine. */
export type Flatness = { levels: boolean; paces: boolean };

/** Prints the table, and returns whether every value of each sort is flat. */
export function printTable(samples: readonly Sample[], seconds: number): Flatness {
  console.log("| | 1 | 2 | 3 | 4 | 5 | 6 | change | allowed | |");
  console.log("|---|---|---|---|---|---|---|---|---|---|");
  const inSixths = Array.from({ length: 6 }, (_, sixth) =>
    samples.filter(({ at }) => sixthOf(at, seconds) === sixth),
  );
  const ofLevels = levels.map(({ title, of, rule, inSixth }) => {
    const pick = (some: readonly Sample[]) =>
      some.map(of).filter((value): value is number => value !== undefined);
    const points = samples.flatMap((sample): Point[] => {
      const value = of(sample);
      return value === undefined ? [] : [{ at: sample.at, value }];
    });
    const sixths = inSixths.map((some) => inSixth(pick(some)));
    return printRow(title, rule, points, { seconds, sixths });
  });
  const delays = inSixths.map((some) => findMedian(some.map(({ delayP99 }) => delayP99)));
  const ofDelay = printRow("delay of the event loop, p99, ms", { kind: "pace", least: 10 }, [], {
    seconds,
    sixths: delays,
  });
  const ofPaces = paces.flatMap(({ title, key, least }) =>
    [0.5, 0.99].map((share) => {
      const sixths = inSixths.map((some) =>
        findQuantile(
          some.flatMap(({ span }) => span[key]),
          share,
        ),
      );
      const name = `${title}, p${share * 100}, ms`;
      return printRow(name, { kind: "pace", least: share < 0.9 ? least / 2 : least }, [], {
        seconds,
        sixths,
      });
    }),
  );
  return { levels: ofLevels.every(Boolean), paces: [ofDelay, ...ofPaces].every(Boolean) };
}

function printRow(
  title: string,
  rule: Rule,
  points: readonly Point[],
  { seconds, sixths }: { seconds: number; sixths: readonly number[] },
): boolean {
  const { change, allowed, flat } = judge(rule, points, { seconds, sixths });
  const cells = [...sixths, change, allowed].map(formatNumber);
  console.log(`| ${[title, ...cells, flat ? "flat" : "NOT flat"].join(" | ")} |`);
  return flat;
}

function findQuantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;
}

function formatNumber(value: number): string {
  if (Number.isNaN(value)) return "-";
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toFixed(1)));
}
