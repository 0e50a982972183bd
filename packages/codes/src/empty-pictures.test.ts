import { expect, test } from "vitest";
import { createRandom } from "../../../e2e/camera/random.ts";
import { createCodeReader, type Frame } from "./index.ts";
import { readerWasm } from "./node.ts";
import { drawEmptyPicture, emptyKinds } from "./testing/empty-pictures.ts";

const reader = await createCodeReader({ wasm: await readerWasm() });
const size = { width: 240, height: 180 };

test.each(emptyKinds.map((kind, index) => ({ kind, index })))(
  "reads nothing in ten pictures of $kind",
  async ({ kind, index }) => {
    for (let i = 0; i < 10; i++) {
      const seed = index + i * emptyKinds.length;
      const picture = drawEmptyPicture(seed, size);
      expect(picture.kind).toBe(kind);
      expect({ seed, readings: await reader.still(picture) }).toEqual({ seed, readings: [] });
      expect({ seed, readings: await reader.frame(picture) }).toEqual({ seed, readings: [] });
    }
  },
  60_000,
);

test.each(emptyKinds.map((kind, index) => ({ kind, index })))(
  "reads nothing in twenty successive camera frames of $kind",
  async ({ index }) => {
    const liveReader = await createCodeReader({ wasm: await readerWasm() });
    const frame = drawEmptyPicture(index + 100, { width: 480, height: 270 });
    for (let i = 0; i < 20; i++) {
      addNoise(frame, i);
      expect({ i, readings: await liveReader.frame(frame) }).toEqual({ i, readings: [] });
    }
  },
  60_000,
);

// Few scan lines of a screen once looked like DX film edge, DataBar and a Code 39 of one character.
test.each([842, 862, 3222])(
  "reads nothing in the screen of seed %d",
  async (seed) => {
    expect(await reader.still(drawEmptyPicture(seed))).toEqual([]);
  },
  60_000,
);

function addNoise({ data }: Frame, seed: number): void {
  const random = createRandom(seed);
  for (let i = 0; i < data.length; i += 4) {
    const noise = Math.round(16 * (random() - 0.5));
    for (let channel = i; channel < i + 3; channel++) {
      data[channel] = Math.min(255, Math.max(0, data[channel]! + noise));
    }
  }
}

test("the same seed draws the same picture, and another seed a different one", () => {
  const picture = drawEmptyPicture(3, size);
  expect(drawEmptyPicture(3, size)).toEqual(picture);
  expect(drawEmptyPicture(13, size).data).not.toEqual(picture.data);
});
