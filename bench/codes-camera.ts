// Reads five successive frames of each scene before a camera, as long as nothing is read.
import { frameSchedule } from "../packages/codes/src/live/frame-plan.ts";
import { type SharedPicture, sharePicture } from "./codes-corpus.ts";
import { baseline, type InstalledReader } from "./codes-readers.ts";
import { createScene, type Scene } from "./codes-scenes.ts";
import { formatTable, quantile, toPercent } from "./codes-tables.ts";
import { type ReaderThread, startReader } from "./codes-thread.ts";

const framesPerScene = 5;
/** One in eleven scenes has no code. */
const scenesPerEmptyOne = 11;
/**
 * So many other scenes are read first, because a camera runs long enough for its code to be
 * compiled within seconds.
 */
const warmUpScenes = 6;

type CameraOptions = { sceneCount: number; seed: number; limit: number };

/**
 * The result of a scene with one reader. `frame` is the number of the first frame that was read
 * rightly.
 */
type SceneResult = {
  scene: Scene;
  frame: number | undefined;
  wrong: string[];
  milliseconds: number[];
};

/**
 * Prints how many scenes each reader reads within five frames, by symbology, and its time for a
 * frame.
 */
export async function readScenes(
  readers: readonly InstalledReader[],
  { sceneCount, seed, limit }: CameraOptions,
): Promise<void> {
  const threads = new Map<string, ReaderThread>();
  const results = new Map<string, SceneResult[]>();
  for (const { name } of readers) results.set(name, []);
  for (const reader of readers) threads.set(reader.name, await startReader(reader, limit));
  const warmUps: SharedPicture[] = [];
  for (let i = 1; i <= warmUpScenes; i++) {
    warmUps.push(sharePicture(await createScene(seed + sceneCount + i, true).drawFrame(0)));
  }
  for (const reader of readers) {
    for (const picture of warmUps) await warmUp(reader, threads.get(reader.name)!, picture);
  }
  for (let i = 0; i < sceneCount; i++) {
    const scene = createScene(seed + i, i % scenesPerEmptyOne !== scenesPerEmptyOne - 1);
    // A camera's frames come without a pause in which to draw them.
    const frames: SharedPicture[] = [];
    for (let index = 0; index < framesPerScene; index++) {
      frames.push(sharePicture(await scene.drawFrame(index)));
    }
    for (const reader of readers) {
      const thread = threads.get(reader.name)!;
      await warmUp(reader, thread, warmUps[i % warmUpScenes]!);
      results.get(reader.name)!.push(await readScene(thread, scene, frames));
    }
  }
  for (const thread of threads.values()) await thread.end();
  console.log(formatScenes(readers, results));
  for (const { name } of readers) {
    const wrong = results.get(name)!.flatMap((result) => result.wrong);
    if (wrong.length > 0) console.log(`${name} misread: ${wrong.join(", ").slice(0, 300)}`);
  }
}

/** Reads frames one after another until the scene's code is read. */
async function readScene(
  thread: ReaderThread,
  scene: Scene,
  frames: readonly SharedPicture[],
): Promise<SceneResult> {
  const result: SceneResult = { scene, frame: undefined, wrong: [], milliseconds: [] };
  for (const [index, frame] of frames.entries()) {
    const { calls } = await thread.read(frame, { isFresh: index === 0 });
    result.milliseconds.push(calls[0]!.milliseconds);
    for (const { content } of calls[0]!.readings) {
      if (content === scene.text) result.frame ??= index;
      else result.wrong.push(content);
    }
    if (result.frame !== undefined) break;
  }
  return result;
}

/**
 * Reads another picture, as a camera has run before a code comes into view: a whole schedule with
 * ours, once with others.
 */
async function warmUp(
  { isOurs }: InstalledReader,
  thread: ReaderThread,
  picture: SharedPicture,
): Promise<void> {
  await thread.read(picture, { calls: isOurs ? frameSchedule.length : 1, isFresh: true });
}

function formatScenes(
  readers: readonly InstalledReader[],
  results: ReadonlyMap<string, SceneResult[]>,
): string {
  const all = [...results.values()].flat();
  const symbologies = [...new Set(all.map(({ scene }) => scene.symbology))].filter(
    (symbology) => symbology !== undefined,
  );
  const base = (results.get(baseline) ?? []).flatMap((result) => result.milliseconds);
  return formatTable(
    [
      "reader",
      "first frame",
      "five frames",
      "misreads",
      "read without a code",
      ...["median", "p95", "max", ...symbologies],
    ],
    readers.map(({ name }) => {
      const own = results.get(name)!;
      const withCode = own.filter(({ scene }) => scene.text !== undefined);
      const empty = own.filter(({ scene }) => scene.text === undefined);
      const times = own.flatMap((result) => result.milliseconds);
      const share = (part: SceneResult[], lastFrame: number) =>
        toPercent(part.filter(({ frame = 9 }) => frame <= lastFrame).length, part.length);
      const toRatio = (time: number) =>
        base.length === 0 ? "-" : `${(time / quantile(base, 0.5)).toFixed(3)} x`;
      return [
        name,
        `${share(withCode, 0)} %`,
        `${share(withCode, framesPerScene - 1)} %`,
        String(withCode.filter(({ wrong }) => wrong.length > 0).length),
        `${empty.filter(({ wrong }) => wrong.length > 0).length}/${empty.length}`,
        ...[quantile(times, 0.5), quantile(times, 0.95), Math.max(...times)].map(toRatio),
        ...symbologies.map((symbology) =>
          share(
            withCode.filter(({ scene }) => scene.symbology === symbology),
            framesPerScene - 1,
          ),
        ),
      ];
    }),
  );
}
