// Seeded scenes before a camera of 1920 x 1080 pixels: a code that covers 10 to 30 % of the width,
// or none.
import { drawPicture, drawTable, type PlacedCode, toFrame } from "../e2e/camera/picture.ts";
import { createRandom } from "../e2e/camera/random.ts";
import type { Frame } from "../packages/codes/src/readings/reading.ts";
import { drawEmptyPicture } from "../packages/codes/src/testing/empty-pictures.ts";
import { type Random, range, toGtin, toWord } from "./codes-contents.ts";

const [width, height] = [1920, 1080];
/** The farthest that the hand moves from where it began, in pixels. */
const maxShake = 24;

export type Scene = {
  /** Undefined if there is no code. */
  text: string | undefined;
  symbology: string | undefined;
  /** Draws one of the successive frames. */
  drawFrame(index: number): Promise<Frame>;
};

/** The main formats, with random contents of the usual lengths. */
const kinds: ((random: Random) => { symbology: string; text: string })[] = [
  (random) => ({ symbology: "qrcode", text: `https://example.org/${toWord(random, 4, 30)}` }),
  (random) => ({ symbology: "qrcode", text: `https://ex.org/${toWord(random, 3, 8)}` }),
  (random) => ({ symbology: "datamatrix", text: toWord(random, 6, 24) }),
  (random) => ({ symbology: "ean13", text: toGtin(random, 12) }),
  (random) => ({ symbology: "code128", text: toWord(random, 5, 10).toUpperCase() }),
  (random) => ({ symbology: "azteccode", text: toWord(random, 8, 30) }),
  (random) => ({ symbology: "ean13", text: toGtin(random, 12) }),
  (random) => ({ symbology: "pdf417", text: toWord(random, 8, 24) }),
  (random) => ({ symbology: "code39", text: toWord(random, 4, 7).toUpperCase() }),
  (random) => ({ symbology: "interleaved2of5", text: toGtin(random, 13) }),
];

/** Creates the scene of a seed: half of them before a table, half before an empty picture. */
export function createScene(seed: number, hasCode: boolean): Scene {
  const random = createRandom(seed);
  const background = drawBackground(seed, random);
  const symbol = hasCode ? kinds[seed % kinds.length]!(random) : undefined;
  const camera = {
    width,
    height,
    seed,
    blur: range(random, 0.4, 1.8),
    noise: range(random, 3, 12),
    shade: range(random, 0, 0.4),
    ...(random() < 0.25 && {
      motion: { length: range(random, 3, 9), angle: range(random, 0, 180) },
    }),
  };
  const code = symbol && placeCode(symbol, random);
  return {
    text: symbol?.text,
    symbology: symbol?.symbology,
    async drawFrame(index) {
      const { x, y, turn } = toShake(seed, index);
      const codes = code
        ? [
            {
              ...code,
              at: { x: code.at.x + x / width, y: code.at.y + y / height },
              turn: code.turn + turn,
            },
          ]
        : [];
      const drawBackground = () => crop(background, maxShake - x, maxShake - y);
      return toFrame(await drawPicture(codes, { ...camera, frame: index, drawBackground }));
    },
  };
}

function placeCode(symbol: { symbology: string; text: string }, random: Random) {
  const length = range(random, 0.1, 0.3) * width;
  const turnKind = random();
  const maxTurn = turnKind < 0.6 ? 10 : turnKind < 0.8 ? 45 : 180;
  // The code and its quiet zone stay in the picture.
  const margin = length * 0.85;
  const middle = { x: range(random, margin, width - margin), y: height / 2 };
  if (2 * margin < height) middle.y = range(random, margin, height - margin);
  return {
    ...symbol,
    at: { x: middle.x / width, y: middle.y / height },
    size: length / height,
    turn: range(random, -maxTurn, maxTurn),
    lean: range(random, 0, 0.15),
    contrast: range(random, 0.4, 1),
  } satisfies PlacedCode;
}

/** A hand that holds still does so within some pixels. */
function toShake(seed: number, index: number): { x: number; y: number; turn: number } {
  const random = createRandom(seed * 31 + index);
  const reach = Math.min(maxShake, 6 * index);
  return {
    x: Math.round(range(random, -reach, reach)),
    y: Math.round(range(random, -reach, reach)),
    turn: range(random, -0.4, 0.4) * Math.min(1, index),
  };
}

/** Draws more than the camera sees, so that the hand can move. */
function drawBackground(seed: number, random: Random): Float32Array {
  const size = { width: width + 2 * maxShake, height: height + 2 * maxShake };
  if (random() < 0.5) return drawTable(size.width, size.height, seed);
  const { data } = drawEmptyPicture(Math.floor(random() * 1e6), size);
  return Float32Array.from({ length: size.width * size.height }, (_, i) => data[i * 4]!);
}

function crop(background: Float32Array, left: number, top: number): Float32Array {
  const view = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const start = (y + top) * (width + 2 * maxShake) + left;
    view.set(background.subarray(start, start + width), y * width);
  }
  return view;
}
