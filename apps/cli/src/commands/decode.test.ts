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

const label: PlacedCode = {
  symbology: "qrcode",
  text: "https://example.org/1",
  at: { x: 0.4, y: 0.5 },
};

async function picture(codes: PlacedCode[] = [label]) {
  const drawn = await drawPicture(codes, { width: 640, height: 480 });
  const { data, width, height } = toFrame(drawn);
  return {
    image: sharp(Buffer.from(data), { raw: { width, height, channels: 4 } }),
    corners: drawn.corners[0]!,
  };
}

async function run(args: string[], input = "") {
  let [stdout, stderr] = ["", ""];
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

describe("every kind of picture is read", () => {
  test.each(["jpg", "png", "webp", "avif", "tiff", "gif"])("%s", async (ending) => {
    const file = join(folder, `label.${ending}`);
    await (await picture()).image.toFile(file);
    expect(await run([file])).toEqual({
      code: 0,
      stdout: `${file}: qr: https://example.org/1\n`,
      stderr: "",
    });
  });

  test("a small svg on see-through ground", async () => {
    const file = join(folder, "small.svg");
    const { toSVG } = await import("bwip-js/node");
    await writeFile(file, toSVG({ bcid: "datamatrix", text: "drawn", scale: 1, padding: 2 }));
    expect((await run([file])).stdout).toBe(`${file}: datamatrix: drawn\n`);
  });
});

test("a line of JSON holds content, format, bytes, corners and the time", async () => {
  const file = join(folder, "json.png");
  const { image, corners } = await picture();
  await image.toFile(file);
  const { code, lines } = await runJson([file]);
  const [line] = lines;
  expect(code).toBe(0);
  expect(Object.keys(line)).toEqual(["file", "readings", "ms"]);
  expect(line).toMatchObject({ file, ms: expect.any(Number) });
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

test("corners are those of the picture as it is shown, turned by its EXIF", async () => {
  const file = join(folder, "turned.jpg");
  const { image, corners } = await picture();
  // 6: the top of the picture is on its right side; shown, x counts from what was the bottom.
  await image.withMetadata({ orientation: 6 }).toFile(file);
  const { lines } = await runJson([file]);
  expect(lines[0].readings[0].corners[0].x).toBeCloseTo(480 - corners[0].y, -1);
  expect(lines[0].readings[0].corners[0].y).toBeCloseTo(corners[0].x, -1);
});

test("a folder is read with the folders in it, by name, without what is no picture", async () => {
  const root = join(folder, "photos");
  await mkdir(join(root, "b"), { recursive: true });
  const { image } = await picture();
  for (const name of ["c.png", "b/a.png", "a.PNG"]) {
    await writeFile(join(root, name), await image.clone().png().toBuffer());
  }
  await writeFile(join(root, "notes.txt"), "no picture");
  const { code, lines } = await runJson([root]);
  expect(code).toBe(0);
  expect(lines.map((line) => line.file)).toEqual(
    ["a.PNG", "b/a.png", "c.png"].map((name) => join(root, name)),
  );
});

test("what cannot be read is an error of its file, and the others are read", async () => {
  const good = join(folder, "good.png");
  await (await picture()).image.toFile(good);
  const text = join(folder, "text.png");
  await writeFile(text, "not a picture");
  const nothing = join(folder, "nothing.png");
  await writeFile(nothing, "");
  const missing = join(folder, "missing.png");
  const empty = join(folder, "empty");
  await mkdir(empty);
  const { code, lines } = await runJson([text, nothing, missing, empty, good]);
  expect(code).toBe(1);
  expect(lines.map((line) => [line.readings.length, line.error])).toEqual([
    [0, expect.stringMatching(/^This is not a picture that can be read/)],
    [0, expect.stringMatching(/^This is not a picture that can be read/)],
    [0, "There is no file or folder of this name."],
    [0, expect.stringMatching(/^There is no picture in this folder/)],
    [1, undefined],
  ]);
  const plain = await run([missing, good]);
  expect(plain).toMatchObject({ code: 1, stdout: expect.stringContaining("good.png: qr") });
  expect(plain.stderr).toBe(`${missing}: There is no file or folder of this name.\n`);
});

test("a picture without a code ends with exit code 1", async () => {
  const file = join(folder, "table.png");
  await (await picture([])).image.toFile(file);
  expect(await run([file])).toEqual({ code: 1, stdout: `${file}: no code found\n`, stderr: "" });
});

test("a picture that breaks off is read as far as it goes", async () => {
  const file = join(folder, "cut.jpg");
  const bytes = await (await picture()).image.jpeg().toBuffer();
  await writeFile(file, bytes.subarray(0, Math.floor(bytes.length * 0.97)));
  expect((await run([file])).code).toBe(0);
});

test("names can come from stdin, one on each line", async () => {
  const names = ["one.png", "two of it.png"].map((name) => join(folder, name));
  for (const name of names) await (await picture()).image.toFile(name);
  const { code, lines } = await runJson(["-"], `${names.join("\r\n")}\n\n`);
  expect(code).toBe(0);
  expect(lines.map((line) => line.file)).toEqual(names);
  expect(await run(["-"], "")).toMatchObject({ code: 1, stderr: "No file was named on stdin.\n" });
});

test("formats narrow what is looked for", async () => {
  const file = join(folder, "narrow.png");
  await (await picture()).image.toFile(file);
  expect((await run(["--formats", "ean13, code128", file])).code).toBe(1);
  expect((await run(["--formats", "ean13,qr", file])).code).toBe(0);
});

test("control characters of a code do not reach the terminal", async () => {
  const file = join(folder, "control.png");
  const code = { symbology: "qrcode", text: "a\u001b[31m\nb" };
  await (await picture([code])).image.toFile(file);
  expect((await run([file])).stdout).toBe(`${file}: qr: a\\u001b[31m\\nb\n`);
});

test.each([
  [[], /FILE is missing/],
  [["--formats", "qqr", "a.png"], /no format "qqr"; did you mean qr\?/],
  [["--formats", "", "a.png"], /no format ""/],
  [["--jsn", "a.png"], /did you mean --json\?/],
])("wrong use %j is one sentence and the help", async (args, sentence) => {
  const { code, stdout, stderr } = await run(args);
  expect(code).toBe(2);
  expect(stdout).toBe("");
  expect(stderr.split("\n")[0]).toMatch(sentence);
  expect(stderr).toContain("Usage: scanhook decode FILE…");
});
