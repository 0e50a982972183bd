// Reads seeded drawings without a code, in which every reading is wrong.
import { frameSchedule } from "../packages/codes/src/live/frame-plan.ts";
import {
  drawEmptyPicture,
  type EmptyKind,
  emptyKinds,
} from "../packages/codes/src/testing/empty-pictures.ts";
import { type SharedPicture, sharePicture } from "./codes-corpus.ts";
import { frameReader, type InstalledReader } from "./codes-readers.ts";
import { formatTable } from "./codes-tables.ts";
import { startReader } from "./codes-thread.ts";

type EmptyOptions = { count: number; seed: number; limit: number };

/** A long run prints how far it is after so many pictures. */
const pieceSize = 500;

/**
 * Prints every reading with its seed, its progress and a table by kind. A reader of a camera's
 * frames gets each picture as often as its schedule has slots. Returns the number of pictures in
 * which ours read something.
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
  let picture = draw(seed);
  for (let i = seed; i < seed + count; i++) {
    const { kind, shared } = picture;
    const reading = Promise.all(
      results.map(({ reader, thread }) => {
        const isLive = reader.name === frameReader.name;
        return thread.read(shared, { calls: isLive ? frameSchedule.length : 1, isFresh: isLive });
      }),
    );
    // The threads read this picture while the next one is drawn.
    picture = draw(i + 1);
    for (const [index, { calls, failure }] of (await reading).entries()) {
      const result = results[index]!;
      const readings = calls.flatMap((call) => call.readings);
      result.milliseconds += calls.reduce((sum, call) => sum + call.milliseconds, 0);
      if (failure !== undefined) result.failed++;
      if (readings.length === 0) continue;
      result.wrongKinds.push(kind);
      const contents = readings.map(({ format, content }) => `${format} ${content}`).join(", ");
      console.log(`${result.reader.name} in ${kind}, seed ${i}: ${contents.slice(0, 100)}`);
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

function draw(seed: number): { kind: EmptyKind; shared: SharedPicture } {
  const drawn = drawEmptyPicture(seed);
  return { kind: drawn.kind, shared: sharePicture(drawn) };
}
