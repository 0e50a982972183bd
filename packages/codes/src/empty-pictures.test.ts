import { expect, test } from "vitest";
import { createCodeReader } from "./index.ts";
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

test("the same seed draws the same picture, and another seed a different one", () => {
  const picture = drawEmptyPicture(3, size);
  expect(drawEmptyPicture(3, size)).toEqual(picture);
  expect(drawEmptyPicture(13, size).data).not.toEqual(picture.data);
});
