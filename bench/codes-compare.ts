// Reads every picture of a corpus with every reader in turn, and scores what they read.
import { type Score, scorePicture } from "../packages/codes/src/testing/score-picture.ts";
import { type Change, type CorpusEntry, openPicture, type SharedPicture } from "./codes-corpus.ts";
import { baseline, type InstalledReader } from "./codes-readers.ts";
import { type BenchReading, type ReaderThread, startReader } from "./codes-thread.ts";

/** The readings of a picture by one reader. `milliseconds` has one number for each call. */
export type ResultRow = {
  reader: string;
  entry: CorpusEntry;
  score: Score;
  contents: string[];
  /** The most readings that one call gave. */
  readingCount: number;
  milliseconds: number[];
  failure?: string;
};

type CompareOptions = {
  folder: string;
  entries: readonly CorpusEntry[];
  change: Change;
  /** The milliseconds after which a reader is ended at a picture. */
  limit: number;
  /** The calls for a picture on a new reader, for readers that take frames. */
  calls?: number;
};

/**
 * Reads the pictures one after the other, each with all readers, so that other work on the machine
 * slows all of them down alike. Every reader first reads a dozen pictures that are not measured,
 * until its code is compiled.
 */
export async function compareReaders(
  readers: readonly InstalledReader[],
  options: CompareOptions,
): Promise<ResultRow[]> {
  const { folder, entries, change, limit } = options;
  const threads = new Map<string, ReaderThread>();
  for (const reader of readers) threads.set(reader.name, await startReader(reader, limit));
  const wanted = (entry: CorpusEntry) =>
    readers.filter(
      ({ formats }) =>
        entry.format === "none" || (formats as readonly string[]).includes(entry.format),
    );
  const step = Math.max(1, Math.ceil(entries.length / 12));
  for (const entry of entries.filter((_, i) => i % step === 0)) {
    const picture = await openPicture(folder, entry, change);
    for (const { name } of wanted(entry)) await threads.get(name)!.read(picture);
  }
  const rows: ResultRow[] = [];
  for (const entry of entries) {
    const picture = await openPicture(folder, entry, change);
    for (const { name } of wanted(entry)) {
      const calls = name === baseline ? 1 : (options.calls ?? 1);
      rows.push(await readEntry(threads.get(name)!, name, entry, picture, calls));
    }
  }
  for (const thread of threads.values()) await thread.end();
  return rows;
}

async function readEntry(
  thread: ReaderThread,
  reader: string,
  entry: CorpusEntry,
  picture: SharedPicture,
  calls: number,
): Promise<ResultRow> {
  const outcome = await thread.read(picture, { calls, isFresh: calls > 1 });
  const readings = outcome.calls.flatMap((call) => call.readings);
  return {
    reader,
    entry,
    score: scorePicture(entry, readings),
    contents: listContents(readings),
    readingCount: Math.max(...outcome.calls.map((call) => call.readings.length)),
    milliseconds: outcome.calls.map((call) => call.milliseconds),
    ...(outcome.failure !== undefined && { failure: outcome.failure }),
  };
}

function listContents(readings: BenchReading[]): string[] {
  return [...new Set(readings.map(({ format, content }) => `${format} ${content}`))];
}
