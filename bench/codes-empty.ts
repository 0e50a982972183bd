// Reads seeded drawings without a code, in which every reading is wrong.
import { frameRotation } from "../packages/codes/src/passes/frame-plan.ts";
import {
  drawEmptyPicture,
  type EmptyKind,
  emptyKinds,
} from "../packages/codes/src/testing/empty-pictures.ts";
import { sharePicture } from "./codes-corpus.ts";
import { frameReader, type InstalledReader } from "./codes-readers.ts";
import { formatTable } from "./codes-tables.ts";
import { startReader } from "./codes-thread.ts";

export type EmptyOptions = { count: number; seed: number; limit: number };

/** A long run prints how far it is after so many pictures. */
const pieceSize = 500;

/**
 * Prints every reading with its seed, its progress and a table by kind. A reader of a camera's frames gets each picture as often
 * as its rotation has steps. Returns the number of pictures in which ours read something.
 */
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
      const isLive = result.reader.name === frameReader.name;
      const { calls, failure } = await result.thread.read(picture, {
        calls: isLive ? frameRotation.length : 1,
        isFresh: isLive,
      });
      const readings = calls.flatMap((call) => call.readings);
      result.milliseconds += calls.reduce((sum, call) => sum + call.milliseconds, 0);
      if (failure !== undefined) result.failed++;
      if (readings.length === 0) continue;
      result.wrongKinds.push(drawn.kind);
      const contents = readings.map(({ format, content }) => `${format} ${content}`).join(", ");
      console.log(`${result.reader.name} in ${drawn.kind}, seed ${i}: ${contents.slice(0, 100)}`);
    }
    const doneCount = i - seed + 1;
    if (doneCount % pieceSize === 0 && doneCount < count) {
      const read = results.map(({ reader, wrongKinds }) => `${reader.name} ${wrongKinds.length}`);
      console.log(`seeds ${seed} to ${i}: read ${read.join(", ")}`);
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
