import { type GreyMap, turnGreyMap } from "./grey-map.ts";
import type { TextResult } from "./text-result.ts";
import type { Word } from "./word.ts";

export type QuarterTurns = 0 | 1 | 2 | 3;

/**
 * The confidence from which words are taken as the right way up without a look at the other three.
 */
const sure = 75;
/** Fewer letters than this are a speck or a logo, and say nothing about a page. */
const fewestLetters = 12;

/**
 * Finds by how many quarter turns clockwise the text of a picture becomes upright: those whose
 * words have the best mean confidence. Returns 0 for a picture without text. The engine also reads
 * lines that run downwards, so the first two readings tell all four positions apart unless the text
 * is faint.
 */
export async function findUpright(
  map: GreyMap,
  read: (map: GreyMap) => Promise<TextResult<readonly Word[]>>,
): Promise<TextResult<QuarterTurns>> {
  let best = { quarterTurns: 0 as QuarterTurns, confidence: 0 };
  for (const turned of [0, 2, 1, 3] as const) {
    const words = await read(turnGreyMap(map, turned));
    if (!words.ok) return words;
    const seen = judgeWords(words.value);
    if (seen.confidence > best.confidence) {
      const quarterTurns = ((turned + seen.quarterTurns) % 4) as QuarterTurns;
      best = { quarterTurns, confidence: seen.confidence };
    }
    if (best.confidence >= sure) break;
  }
  return { ok: true, value: best.quarterTurns };
}

/** Returns whether words are certainly the right way up. */
export function areUpright(words: readonly Word[]): boolean {
  const { quarterTurns, confidence } = judgeWords(words);
  return quarterTurns === 0 && confidence >= sure;
}

/**
 * Returns the mean confidence of words, each weighted by its letters, and the turns that make them
 * upright: 3 if their boxes show that they run downwards. The confidence is 0 if there are too few
 * letters.
 */
function judgeWords(words: readonly Word[]): { quarterTurns: 0 | 3; confidence: number } {
  let letters = 0;
  let confidence = 0;
  let downwards = 0;
  for (const { text, box, confidence: ofWord } of words) {
    const count = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    // A short word is as high as it is wide, whichever way it runs.
    if (count < 3) continue;
    letters += count;
    confidence += ofWord * count;
    if (box.height > box.width) downwards += count;
  }
  if (letters < fewestLetters) return { quarterTurns: 0, confidence: 0 };
  return { quarterTurns: downwards > letters / 2 ? 3 : 0, confidence: confidence / letters };
}
