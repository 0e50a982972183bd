import { type GreyMap, turnGreyMap } from "./grey-map.ts";
import type { TextResult } from "./text-result.ts";
import type { Word } from "./word.ts";

/** A number of clockwise turns by 90°. */
export type QuarterTurns = 0 | 1 | 2 | 3;

/** The mean confidence of words, from 0 to 100, from which no other turn is tried. */
const sureConfidence = 75;
/** The minimum number of letters on a page: fewer are a speck or a logo. */
const minLetters = 12;
/** The minimum number of letters of a word that counts: a short word is about as high as wide. */
const minWordLetters = 3;

/**
 * Finds the number of quarter turns clockwise by which the text of a picture becomes upright: the
 * one whose words have the best mean confidence. Returns 0 for a picture without text. The engine
 * also reads lines that run downwards, so the first two readings tell all four positions apart
 * unless the text is faint.
 */
export async function findUpright(
  map: GreyMap,
  read: (map: GreyMap) => Promise<TextResult<readonly Word[]>>,
): Promise<TextResult<QuarterTurns>> {
  let best = { quarterTurns: 0 as QuarterTurns, confidence: 0 };
  for (const turned of [0, 2, 1, 3] as const) {
    const words = await read(turnGreyMap(map, turned));
    if (!words.ok) return words;
    const judgment = judgeWords(words.value);
    if (judgment.confidence > best.confidence) {
      const quarterTurns = ((turned + judgment.quarterTurns) % 4) as QuarterTurns;
      best = { quarterTurns, confidence: judgment.confidence };
    }
    if (best.confidence >= sureConfidence) break;
  }
  return { ok: true, value: best.quarterTurns };
}

/** Whether words are certainly upright. */
export function areUpright(words: readonly Word[]): boolean {
  const { quarterTurns, confidence } = judgeWords(words);
  return quarterTurns === 0 && confidence >= sureConfidence;
}

/**
 * Returns the mean confidence of words, each weighted by its letters, and the turns that make them
 * upright: 3 if their boxes show that they run downwards. The confidence is 0 if there are too few
 * letters.
 */
function judgeWords(words: readonly Word[]): { quarterTurns: 0 | 3; confidence: number } {
  let letterCount = 0;
  let confidenceSum = 0;
  let downwardCount = 0;
  for (const { text, box, confidence: wordConfidence } of words) {
    const count = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    if (count < minWordLetters) continue;
    letterCount += count;
    confidenceSum += wordConfidence * count;
    if (box.height > box.width) downwardCount += count;
  }
  if (letterCount < minLetters) return { quarterTurns: 0, confidence: 0 };
  return {
    quarterTurns: downwardCount > letterCount / 2 ? 3 : 0,
    confidence: confidenceSum / letterCount,
  };
}
