// Reads seeded drawings without a code, in which every reading is wrong.
import {
  drawEmptyPicture,
  type EmptyKind,
  emptyKinds,
} from "../packages/codes/src/testing/empty-pictures.ts";
import { sharePicture } from "./codes-corpus.ts";
import type { InstalledReader } from "./codes-readers.ts";
import { formatTable } from "./codes-tables.ts";
import { startReader } from "./codes-thread.ts";

export type EmptyOptions = { count: number; seed: number; limit: number };

/** Prints every reading with its seed and a table by kind. Returns the number of pictures in which ours read something. */
export async function readEmptyPictures(
  readers: readonly InstalledReader[],
  { count, seed, limit }: EmptyOptions,
): Promise<number> {
  const results = [];
  for (const reader of readers) {
    const thread = await startReader(reader, limit);
    results.push({ reader, thread, wrongKinds: [] as EmptyKind[], milliseconds: 0, failed: 0 });
  }
  for (let i = seed; i < seed + count; i++) {
    const drawn = drawEmptyPicture(i);
    const picture = sharePicture(drawn);
    for (const result of results) {
      const { calls, failure } = await result.thread.read(picture);
      const readings = calls.flatMap((call) => call.readings);
      result.milliseconds += calls[0]!.milliseconds;
      if (failure !== undefined) result.failed++;
      if (readings.length === 0) continue;
      result.wrongKinds.push(drawn.kind);
      const contents = readings.map(({ format, content }) => `${format} ${content}`).join(", ");
      console.log(`${result.reader.name} in ${drawn.kind}, seed ${i}: ${contents.slice(0, 100)}`);
    }
  }
  const kinds = [...emptyKinds].sort();
  console.log(
    formatTable(
      ["reader", "version", "pictures", "read", "ms a picture", "failed", ...kinds],
      results.map(({ reader, wrongKinds, milliseconds, failed }) => [
        reader.name,
        reader.version,
        String(count),
        String(wrongKinds.length),
        (milliseconds / count).toFixed(1),
        String(failed),
        ...kinds.map((kind) => String(wrongKinds.filter((wrong) => wrong === kind).length)),
      ]),
    ),
  );
  for (const { thread } of results) await thread.end();
  return results
    .filter(({ reader }) => reader.isOurs === true)
    .reduce((sum, { wrongKinds }) => sum + wrongKinds.length, 0);
}
