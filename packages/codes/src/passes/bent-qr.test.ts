import { afterEach, expect, test, vi } from "vitest";
import type { Quad } from "../../../../e2e/camera/geometry.ts";
import { type Engine, startEngine } from "../engine/engine.ts";
import { readerWasm } from "../node.ts";
import { createPicture } from "../picture.ts";
import { drawQrScene, encodeQr } from "../testing/qr-pictures.ts";
import { bentQrAgain, foundQr } from "./bent-qr.ts";

const engine = await startEngine(await readerWasm(), ["qr"]);
const text = "https://example.org/found/0123456789";
const modules = await encodeQr(text, { version: "4", eclevel: "Q" });
/** A side view: the far edge is 0.6 times as long, and the code is 0.4 times as wide as high. */
const steep: Quad = [
  { x: 130, y: 60 },
  { x: 230, y: 110 },
  { x: 235, y: 265 },
  { x: 125, y: 330 },
];
const plane = drawQrScene(modules, { width: 400, height: 380, corners: steep });

afterEach(() => {
  vi.restoreAllMocks();
});

test("foundQr reads a code however long the machine takes", () => {
  let time = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (time += 60_000));
  const found = [
    ...foundQr(
      createPicture(() => plane),
      engine,
    ),
  ].flat();
  expect(found.map(({ content }) => content)).toEqual([text]);
});

test("bentQrAgain stops when the located codes have too many modules", () => {
  const read = vi.fn<Engine["read"]>(() => []);
  const tryAgain = (version: number) => {
    read.mockClear();
    const picture = createPicture(() => plane);
    for (let i = 0; i < 4; i++) {
      const corners = steep.map(({ x, y }) => ({ x: x + 20 * i, y })) as Quad;
      picture.unreadQrCodes.push({ corners, version });
    }
    expect([...bentQrAgain(picture, { ...engine, read })].flat()).toEqual([]);
    return read.mock.calls.length;
  };
  // Four codes with three nudges each; a grid is read at least twice and at most eight times.
  expect(tryAgain(2)).toBeGreaterThanOrEqual(12 * 2);
  expect(tryAgain(14)).toBeLessThanOrEqual(4 * 8);
});
