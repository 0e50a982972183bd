import type { Picture } from "../picture.ts";
import { areUpright, findUpright, type QuarterTurns } from "./find-upright.ts";
import { enlargeGreyMap, type GreyMap, toGreyMap, turnGreyMap } from "./grey-map.ts";
import { collectPageText } from "./page-text.ts";
import { startEngine } from "./text-engine.ts";
import type { TextEngineFiles } from "./text-engine-files.ts";
import type { TextResult } from "./text-result.ts";
import { type PageText, scaleWords, type Word } from "./word.ts";

/**
 * Reads the pages of one document. Its functions take turns: each waits until the one before has
 * ended.
 */
export type TextReader = {
  /** Reads a picture whose text is upright. */
  read(picture: Picture, options?: ReadOptions): Promise<TextResult<PageText>>;
  /**
   * Reads a picture whichever way up it is. Boxes and baselines are those of the picture after it
   * is turned clockwise by `quarterTurns`.
   */
  readTurned(
    picture: Picture,
    options?: ReadOptions,
  ): Promise<TextResult<PageText & { quarterTurns: QuarterTurns }>>;
  /**
   * Finds by how many quarter turns clockwise the text of a picture becomes upright, on a reduced
   * copy. Returns 0 for a picture without text.
   */
  findUpright(picture: Picture): Promise<TextResult<QuarterTurns>>;
  /**
   * Ends the engine's worker; readings under way end as `stopped`. Must be called once the document
   * is read.
   */
  close(): Promise<void>;
};

/**
 * `dpi` is the resolution of the picture; below 300, it is read enlarged. `onProgress` receives the
 * progress, from 0 to 1.
 */
export type ReadOptions = { dpi?: number; onProgress?: (fraction: number) => void };

export type TextReaderOptions = {
  /** Codes such as `eng`. With several, each word is tried in all of them, which takes longer. */
  languages: readonly string[];
  files: TextEngineFiles;
  /** Stops the reader: a reading under way ends as `stopped`, and so does every later one. */
  signal?: AbortSignal | undefined;
};

/**
 * The longest side, in pixels, of the copy on which the upright position is looked for. A4 in 10
 * points is still legible on it.
 */
const reducedSide = 1300;
/**
 * The resolution in which the engine reads small letters well. Pictures below it are enlarged.
 */
export const readingDpi = 300;

/**
 * The maximum number of letters of a page that is also read as one block: in the prices of a
 * receipt, the engine sees a column that it cuts through numbers.
 */
const maxBlockLetters = 800;
/** The minimum confidence in one block over that in columns, if the block has fewer words. */
const minUncutShare = 0.97;

/**
 * Starts the text engine in a worker. Each document needs a new reader, because the engine adapts
 * to the pages that it has read and does not return their memory.
 */
export async function createTextReader({
  languages,
  files,
  signal,
}: TextReaderOptions): Promise<TextResult<TextReader>> {
  if (signal?.aborted) return { ok: false, failure: "stopped" };
  let stop = () => {};
  let isStopped = false;
  const stopped = new Promise<TextResult<never>>((resolve) => {
    stop = () => {
      isStopped = true;
      resolve({ ok: false, failure: "stopped" });
    };
  });
  signal?.addEventListener("abort", stop);
  const starting = startEngine(languages, files);
  const started = await Promise.race([starting, stopped]);
  if (!started.ok) {
    signal?.removeEventListener("abort", stop);
    // A start cannot be interrupted, so a worker that starts late is terminated then.
    void starting.then(async (late) => {
      if (late.ok) await late.value.terminate();
    });
    return started;
  }
  const engine = started.value;

  const close = async () => {
    signal?.removeEventListener("abort", stop);
    stop();
    await engine.terminate();
  };
  void stopped.then(() => engine.terminate());

  async function readMap(
    map: GreyMap,
    options: ReadOptions & { isOneBlock?: boolean } = {},
  ): Promise<TextResult<PageText>> {
    // A call to a worker that has ended would never return.
    if (isStopped) return stopped;
    const { dpi = readingDpi } = options;
    const factor = Math.max(1, readingDpi / dpi);
    const enlarged = factor > 1 ? enlargeGreyMap(map, factor) : map;
    const recognizing = engine.recognize(enlarged, { ...options, dpi: dpi * factor });
    const blocks = await Promise.race([stopped, recognizing]);
    if (!blocks.ok) return blocks;
    const { words, text } = collectPageText(blocks.value);
    const scale = { x: 1 / factor, y: 1 / factor };
    return { ok: true, value: { words: scaleWords(words, scale), text } };
  }

  /**
   * Reads a page of few letters twice, and keeps the reading of which the engine is surer. One that
   * is hardly less sure wins if it has fewer words, because the other cuts some.
   */
  async function readPage(map: GreyMap, options: ReadOptions = {}): Promise<TextResult<PageText>> {
    const page = await readMap(map, options);
    if (!page.ok) return page;
    const { words } = page.value;
    const { letters, confidence } = weighWords(words);
    if (letters === 0 || letters > maxBlockLetters) return page;
    const block = await readMap(map, { ...options, isOneBlock: true, onProgress: () => {} });
    if (!block.ok) return block;
    const share = weighWords(block.value.words).confidence / confidence;
    const isUncut = share > minUncutShare && block.value.words.length < words.length;
    return share > 1 || isUncut ? block : page;
  }

  const findTurns = (picture: Picture) =>
    findUpright(toGreyMap(picture, reducedSide), async (map) => {
      const page = await readMap(map);
      return page.ok ? { ok: true, value: page.value.words } : page;
    });

  async function readTurned(
    picture: Picture,
    options?: ReadOptions,
  ): Promise<TextResult<PageText & { quarterTurns: QuarterTurns }>> {
    const map = toGreyMap(picture);
    const unturned = await readPage(map, options);
    if (!unturned.ok) return unturned;
    if (areUpright(unturned.value.words))
      return { ok: true, value: { ...unturned.value, quarterTurns: 0 } };
    const turns = await findTurns(picture);
    if (!turns.ok) return turns;
    const page =
      turns.value === 0 ? unturned : await readPage(turnGreyMap(map, turns.value), options);
    return page.ok ? { ok: true, value: { ...page.value, quarterTurns: turns.value } } : page;
  }

  return {
    ok: true,
    value: {
      read: (picture, options) => readPage(toGreyMap(picture), options),
      readTurned,
      findUpright: findTurns,
      close,
    },
  };
}

/** Returns the number of letters and digits of words, and the sum of their confidence. */
function weighWords(words: readonly Word[]): { letters: number; confidence: number } {
  const counts = words.map(({ text }) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0);
  const letters = counts.reduce((sum, count) => sum + count, 0);
  const confidence = words.reduce((sum, word, index) => sum + word.confidence * counts[index]!, 0);
  return { letters, confidence };
}
