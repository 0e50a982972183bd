import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createCodeReader } from "../../packages/codes/src/index.ts";
import { readerWasm } from "../../packages/codes/src/node.ts";
import { writeVideo } from "./video.ts";

const folder = await mkdtemp(join(tmpdir(), "scanhook-video-"));
afterAll(() => rm(folder, { recursive: true }));

const first = { symbology: "qrcode", text: "first", turn: 8 };
const second = { symbology: "ean13", text: "5901234123457", size: 0.7 };

/**
 * Splits a .y4m file (https://wiki.multimedia.cx/index.php/YUV4MPEG2) into the brightness of its
 * frames.
 */
async function readVideo(path: string) {
  const file = await readFile(path);
  const end = file.indexOf("\n");
  const header = file.toString("latin1", 0, end);
  const [width, height] = [/W(\d+)/, /H(\d+)/].map((tag) => Number(tag.exec(header)![1]));
  const size = 6 + (width! * height! * 3) / 2;
  const frames: Buffer[] = [];
  for (let offset = end + 1; offset < file.length; offset += size) {
    expect(file.toString("latin1", offset, offset + 6)).toBe("FRAME\n");
    frames.push(file.subarray(offset + 6, offset + 6 + width! * height!));
  }
  return { header, width: width!, height: height!, frames };
}

test("a video shows each shot for its number of frames", async () => {
  const shots = [
    { codes: [], frames: 3 },
    { codes: [first], frames: 5, lamp: true },
    { codes: [second], frames: 2 },
  ];
  const { header, width, height, frames } = await readVideo(
    await writeVideo(join(folder, "a.y4m"), shots),
  );
  expect(header).toBe("YUV4MPEG2 W640 H480 F30:1 Ip A1:1 C420jpeg");
  const reader = await createCodeReader({ wasm: await readerWasm() });
  const contents: string[] = [];
  for (const luma of frames) {
    const data = new Uint8Array(luma.length * 4).fill(255);
    luma.forEach((value, i) => {
      data.fill(value, i * 4, i * 4 + 3);
    });
    const readings = await reader.still({ data, width, height });
    contents.push(readings.map((reading) => reading.content).join());
  }
  expect(contents).toEqual([
    ...Array(3).fill(""),
    ...Array(5).fill("first"),
    ...Array(2).fill("5901234123457"),
  ]);
  expect(frames.map((luma) => luma[0]! > 200)).toEqual(frames.map((_, i) => i >= 3 && i < 8));
});

test("the picture moves from frame to frame and ends near its first position", async () => {
  const path = await writeVideo(join(folder, "b.y4m"), [{ codes: [first], frames: 6 }], {
    width: 320,
    height: 240,
  });
  const { frames } = await readVideo(path);
  expect(frames[1]).not.toEqual(frames[0]);
  expect(frames[5]).toEqual(frames[1]);
});
