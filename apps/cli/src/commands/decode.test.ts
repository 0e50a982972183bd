import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drawPicture, type PlacedCode, toFrame } from "../../../../e2e/camera/picture.ts";
import { decode } from "./decode.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanhook-decode-"));
});
afterAll(() => rm(folder, { recursive: true }));

const qrCode: PlacedCode = {
  symbology: "qrcode",
  text: "https://example.org/1",
  at: { x: 0.4, y: 0.5 },
};

/** Draws a picture of 640 × 480 pixels. `corners` are the corners of its first code. */
async function createPicture(codes: PlacedCode[] = [qrCode]) {
  const drawn = await drawPicture(codes, { width: 640, height: 480 });
  const { data, width, height } = toFrame(drawn);
  return {
    image: sharp(Buffer.from(data), { raw: { width, height, channels: 4 } }),
    corners: drawn.corners[0]!,
  };
}

async function run(args: string[], input = "") {
  let stdout = "";
  let stderr = "";
  const code = await decode.run(args, {
    stdin: Readable.from([input]),
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    env: {},
  });
  return { code, stdout, stderr };
}

async function runJson(args: string[], input?: string) {
  const { code, stdout } = await run(["--json", ...args], input);
  return {
    code,
    lines: stdout
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line)),
  };
}

describe("decode", () => {
  test.each(["jpg", "png", "webp", "avif", "tiff", "gif"])(
    "reads the code in a picture of the type %s",
    async (extension) => {
      const file = join(folder, `label.${extension}`);
      await (await createPicture()).image.toFile(file);
      expect(await run([file])).toEqual({
        code: 0,
        stdout: `${file}: qr: https://example.org/1\n`,
        stderr: "",
      });
    },
  );

  test("reads a small SVG with a transparent background", async () => {
    const file = join(folder, "small.svg");
    const { toSVG } = await import("bwip-js/node");
    await writeFile(file, toSVG({ bcid: "datamatrix", text: "drawn", scale: 1, padding: 2 }));
    expect((await run([file])).stdout).toBe(`${file}: datamatrix: drawn\n`);
  });
});

test("decode --json prints the codes of each file with their places and the time", async () => {
  const file = join(folder, "json.png");
  const { image, corners } = await createPicture();
  await image.toFile(file);
  const { code, lines } = await runJson([file]);
  const [line] = lines;
  expect(code).toBe(0);
  expect(Object.keys(line)).toEqual(["file", "readings", "places", "ms"]);
  // The picture shows nothing but the code.
  expect(line).toMatchObject({ file, places: 0, ms: expect.any(Number) });
  expect(line.readings).toEqual([
    {
      content: "https://example.org/1",
      format: "qr",
      bytes: Buffer.from("https://example.org/1").toString("base64"),
      corners: corners.map(({ x, y }) => ({
        x: expect.closeTo(x, -1),
        y: expect.closeTo(y, -1),
      })),
    },
  ]);
});

test("corners are positions in the picture after its rotation by EXIF data", async () => {
  const file = join(folder, "turned.jpg");
  const { image, corners } = await createPicture();
  // Orientation 6 rotates the picture by 90 degrees clockwise, so x is counted from its former
  // bottom.
  await image.withMetadata({ orientation: 6 }).toFile(file);
  const { lines } = await runJson([file]);
  expect(lines[0].readings[0].corners[0].x).toBeCloseTo(480 - corners[0].y, -1);
  expect(lines[0].readings[0].corners[0].y).toBeCloseTo(corners[0].x, -1);
});

test("decode reads the pictures of a folder and its subfolders in the order of their names", async () => {
  const photos = join(folder, "photos");
  await mkdir(join(photos, "b"), { recursive: true });
  const { image } = await createPicture();
  for (const name of ["c.png", "b/a.png", "a.PNG"]) {
    await writeFile(join(photos, name), await image.clone().png().toBuffer());
  }
  await writeFile(join(photos, "notes.txt"), "no picture");
  const { code, lines } = await runJson([photos]);
  expect(code).toBe(0);
  expect(lines.map((line) => line.file)).toEqual(
    ["a.PNG", "b/a.png", "c.png"].map((name) => join(photos, name)),
  );
});

test("decode reports each unreadable file with an error, reads the other files, and exits with 1", async () => {
  const picture = join(folder, "good.png");
  await (await createPicture()).image.toFile(picture);
  const textFile = join(folder, "text.png");
  await writeFile(textFile, "not a picture");
  const emptyFile = join(folder, "nothing.png");
  await writeFile(emptyFile, "");
  const missing = join(folder, "missing.png");
  const emptyFolder = join(folder, "empty");
  await mkdir(emptyFolder);
  const { code, lines } = await runJson([textFile, emptyFile, missing, emptyFolder, picture]);
  expect(code).toBe(1);
  expect(lines.map((line) => [line.readings.length, line.error])).toEqual([
    [0, expect.stringMatching(/^This is not a picture that can be read/)],
    [0, "This is an empty file; copy the picture again."],
    [0, "There is no file or folder of this name."],
    [0, expect.stringMatching(/^There is no picture in this folder/)],
    [1, undefined],
  ]);
  const withoutJson = await run([missing, picture]);
  expect(withoutJson).toMatchObject({ code: 1, stdout: expect.stringContaining("good.png: qr") });
  expect(withoutJson.stderr).toBe(`${missing}: There is no file or folder of this name.\n`);
});

test("decode reports a picture without a code and exits with 1", async () => {
  const file = join(folder, "table.png");
  await (await createPicture([])).image.toFile(file);
  expect(await run([file])).toEqual({ code: 1, stdout: `${file}: no code found\n`, stderr: "" });
});

test("decode reads a complete code in a truncated picture", async () => {
  const file = join(folder, "cut.jpg");
  const bytes = await (await createPicture()).image.jpeg().toBuffer();
  // The last 3 % of the file hold the bottom of the picture, which has no code.
  await writeFile(file, bytes.subarray(0, Math.floor(bytes.length * 0.97)));
  expect((await run([file])).code).toBe(0);
});

test("decode - reads file names from stdin, one on each line, and reports an empty stdin", async () => {
  const names = ["one.png", "two words.png"].map((name) => join(folder, name));
  for (const name of names) await (await createPicture()).image.toFile(name);
  const { code, lines } = await runJson(["-"], `${names.join("\r\n")}\n\n`);
  expect(code).toBe(0);
  expect(lines.map((line) => line.file)).toEqual(names);
  expect(await run(["-"], "")).toMatchObject({
    code: 1,
    stderr: "There was no file name on stdin.\n",
  });
});

test("--formats restricts the code formats that decode reads", async () => {
  const file = join(folder, "narrow.png");
  await (await createPicture()).image.toFile(file);
  expect((await run(["--formats", "ean13, code128", file])).code).toBe(1);
  expect((await run(["--formats", "ean13,qr", file])).code).toBe(0);
});

test("--full-ascii reads the pairs of a Code 39, which are its content otherwise", async () => {
  const file = join(folder, "full-ascii.png");
  const code: PlacedCode = { symbology: "code39", text: "AB+C/F1", size: 0.8 };
  await (await createPicture([code])).image.toFile(file);
  expect((await run([file])).stdout).toBe(`${file}: code39: AB+C/F1\n`);
  expect((await run(["--full-ascii", file])).stdout).toBe(`${file}: code39: ABc&1\n`);
});

test("decode escapes control characters in the content of a code", async () => {
  const file = join(folder, "control.png");
  const code = { symbology: "qrcode", text: "a\u001b[31m\nb" };
  await (await createPicture([code])).image.toFile(file);
  expect((await run([file])).stdout).toBe(`${file}: qr: a\\u001b[31m\\nb\n`);
});

test.each([
  [[], /FILE is missing/],
  [["--formats", "qqr", "a.png"], /no format "qqr"; did you mean qr\?/],
  [["--formats", "", "a.png"], /no format ""/],
  [["--jsn", "a.png"], /did you mean --json\?/],
])("decode %j is wrong use", async (args, sentence) => {
  const { code, stdout, stderr } = await run(args);
  expect(code).toBe(2);
  expect(stdout).toBe("");
  expect(stderr.split("\n")[0]).toMatch(sentence);
  expect(stderr).toContain("Usage: scanhook decode FILE…");
});
