import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { readPdfPictures } from "@scanhook/documents";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drawCurledPhoto } from "../../../../../e2e/camera/curled-photo.ts";
import {
  drawPhotographedPage,
  findMissingFonts,
  type PhotographedPage,
} from "../../../../../e2e/camera/photographed-page.ts";
import { measureTableAtEdges } from "../../../../../e2e/camera/table-at-edges.ts";
import { document } from "./document.ts";

const missingFonts = await findMissingFonts();
if (missingFonts) console.warn(`Skipped: reading documents, because ${missingFonts}.`);
const missingTool = spawnSync("pdftotext", ["-v"]).error && "pdftotext (poppler-utils)";
if (missingTool)
  console.warn(`Skipped: reading the PDFs back, because ${missingTool} is not installed.`);
const cannotReadBack = missingFonts !== undefined || missingTool !== undefined;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanhook-document-"));
});
afterAll(() => rm(folder, { recursive: true }));

const lines = [
  "The quick brown fox jumps over a lazy dog.",
  "Invoice number 20481 was paid on 14 March.",
  "Please sign here and return one copy to the office.",
];

async function drawFile(name: string, page: PhotographedPage = {}) {
  const { image, corners } = await drawPhotographedPage(page);
  const file = join(folder, name);
  await image.toFile(file);
  return { file, corners };
}

async function run(args: string[], signal?: AbortSignal) {
  let stdout = "";
  let stderr = "";
  const code = await document.run(args, {
    stdin: Readable.from([]),
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    env: {},
    ...(signal && { signal }),
  });
  const reports = () =>
    stdout
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  return { code, stdout, stderr, reports };
}

/** Returns the text of a PDF as another program reads it, one entry for each page. */
function readBack(file: string): string[] {
  const { stdout } = spawnSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" });
  return stdout.split("\f").slice(0, -1);
}

/** Returns the sizes of the pages in points, from the file itself. */
async function readSizes(file: string): Promise<number[][]> {
  const text = (await readFile(file)).toString("latin1");
  return [...text.matchAll(/\/MediaBox \[0 0 (\S+) (\S+)\]/g)].map(([, ...sides]) =>
    sides.map((side) => Math.round(Number(side))),
  );
}

const words = (text: string) => text.split(/\s+/).filter(Boolean).join(" ");

test("document makes A4 pages of photos, in the order of the numbers in their names", async () => {
  await mkdir(join(folder, "photos/later"), { recursive: true });
  for (const name of ["photos/page-10.jpg", "photos/page-9.png", "photos/later/page-1.webp"])
    await drawFile(name, { askew: 3, width: 1044, height: 1392 });
  const out = join(folder, "ordered.pdf");
  const { code, reports, stderr } = await run(["--json", "--out", out, join(folder, "photos")]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(reports().map(({ file }) => file)).toEqual(
    ["later/page-1.webp", "page-9.png", "page-10.jpg"].map((name) => join(folder, "photos", name)),
  );
  expect(await readSizes(out)).toEqual([
    [595, 842],
    [595, 842],
    [595, 842],
  ]);
  expect(await readdir(folder)).not.toContain("ordered.pdf.part");
});

test("a curled page comes out flat, without the table beside it", async () => {
  const photo = join(folder, "curled.png");
  const corners = await drawCurledPhoto(photo, 15);
  const out = join(folder, "curled.pdf");
  const { code, reports } = await run([photo, "--out", out, "--filter", "original", "--json"]);
  expect(code).toBe(0);
  for (const [index, { x, y }] of corners.entries()) {
    const [foundX, foundY] = reports()[0].corners[index];
    expect(Math.hypot(foundX - x, foundY - y)).toBeLessThan(5);
  }
  const read = await readPdfPictures(await readFile(out));
  const image = read.ok ? await read.pages[0]!.load() : undefined;
  if (image?.kind !== "jpeg") throw new Error("The page is no JPEG picture.");
  expect(await measureTableAtEdges(image.bytes)).toBeLessThan(0.005);
});

test("document --json prints the corners of the page in the picture, its size and the time", async () => {
  const { file, corners } = await drawFile("askew.png", { askew: 6 });
  const { reports } = await run(["--json", "--out", join(folder, "askew.pdf"), file]);
  const [report] = reports();
  expect(report).toEqual({
    file,
    found: true,
    sure: true,
    corners: expect.any(Array),
    size: [210, 297],
    ms: expect.any(Number),
  });
  for (const [index, [x, y]] of corners.entries()) {
    const distance = Math.hypot(report.corners[index][0] - x, report.corners[index][1] - y);
    expect([index, distance < 15]).toEqual([index, true]);
  }
});

test.skipIf(cannotReadBack)(
  "document --ocr turns pages upright and writes text that another program reads",
  async () => {
    const upright = await drawFile("upright.jpg", { lines, askew: 2 });
    const turned = await drawFile("turned.jpg", { lines: lines.slice(0, 2), turned: 180 });
    const sideways = await drawFile("sideways.jpg", {
      lines: lines.slice(1),
      turned: 90,
      shadow: 0.6,
    });
    const out = join(folder, "text.pdf");
    const files = [upright.file, turned.file, sideways.file];
    const { code, reports } = await run(["--json", "--ocr", "eng", "--out", out, ...files]);
    expect(code).toBe(0);
    const expected = [lines, lines.slice(0, 2), lines.slice(1)].map((part) => part.join(" "));
    expect(reports().map(({ text }) => words(text))).toEqual(expected);
    expect(readBack(out).map(words)).toEqual(expected);
    expect(await readSizes(out)).toEqual(Array(3).fill([595, 842]));
    // The text begins at the first corner.
    const [x, y] = reports()[1].corners[0];
    expect(Math.hypot(x - turned.corners[0]![0], y - turned.corners[0]![1])).toBeLessThan(15);
  },
);

test.skipIf(missingFonts)(
  "document --ocr prints nothing of the text engine about a picture that puzzles it",
  async () => {
    // On these pages its library reports "Error in pixScanForForeground: invalid box".
    const { file } = await drawFile("puzzling.jpg", {
      lines: lines.slice(1),
      turned: 90,
      shadow: 0.6,
    });
    const next = await drawFile("after-puzzling.jpg", { lines, askew: 2 });
    const out = join(folder, "puzzling.pdf");
    const command = fileURLToPath(new URL("../../../bin/scanhook.mjs", import.meta.url));
    const args = [command, "document", "--ocr", "eng", "--out", out, file, next.file];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`${out}: 2 pages\n`);
  },
);

test("document keeps a blue page colored, and makes grey ones with one component", async () => {
  const blue = await drawFile("blue.png", { lines: ["████████████████████"], ink: "#1040e0" });
  const grey = await drawFile("grey.png", { lines });
  const spaceOf = async (name: string, files: string[], ...args: string[]) => {
    const out = join(folder, name);
    expect((await run(["--out", out, ...args, ...files])).code).toBe(0);
    const text = (await readFile(out)).toString("latin1");
    return [...text.matchAll(/\/Subtype \/Image.*?\/ColorSpace (\S+)/gs)].map(([, space]) => space);
  };
  const [color] = await spaceOf("blue.pdf", [blue.file], "--filter", "original");
  const [gray] = await spaceOf("grey.pdf", [grey.file]);
  expect(gray).not.toBe(color);
  expect(await spaceOf("both.pdf", [grey.file, blue.file])).toEqual(
    missingFonts ? [gray, gray] : [color, color],
  );
});

test("document writes black and white without loss in less than 100 kB", async () => {
  const { file } = await drawFile("black.png", { lines });
  const out = join(folder, "black.pdf");
  await run(["--filter", "black-and-white", "--out", out, file]);
  const bytes = await readFile(out);
  expect(bytes.toString("latin1")).toContain("/CCITTFaxDecode");
  expect(bytes.length).toBeLessThan(100_000);
});

test("document takes a picture without a page whole, with the size that is asked for", async () => {
  const file = join(folder, "plain.png");
  await sharp({ create: { width: 600, height: 900, channels: 3, background: "#888" } }).toFile(
    file,
  );
  const { reports } = await run([
    "--json",
    "--paper",
    "a5",
    "--out",
    join(folder, "plain.pdf"),
    file,
  ]);
  expect(reports()).toEqual([
    {
      file,
      found: false,
      sure: false,
      corners: [
        [0, 0],
        [600, 0],
        [600, 900],
        [0, 900],
      ],
      size: [148, 210],
      ms: expect.any(Number),
    },
  ]);
});

test("document takes the ratio of a picture for that of paper only if the picture is a page", async () => {
  const file = join(folder, "camera.png");
  await sharp({ create: { width: 600, height: 800, channels: 3, background: "#888" } }).toFile(
    file,
  );
  const sizeOf = async (...args: string[]) => {
    const out = join(folder, "camera.pdf");
    const { reports } = await run(["--json", ...args, "--out", out, file]);
    return reports()[0].size;
  };
  expect(await sizeOf()).toEqual([222.8, 297]);
  expect(await sizeOf("--whole")).toEqual([215.9, 279.4]);
});

test("document takes the pages of a PDF of pictures, and leaves out the file that it writes", async () => {
  await mkdir(join(folder, "again"));
  const { file } = await drawFile("single.png", { askew: 1 });
  const first = join(folder, "again/first.pdf");
  await run(["--paper", "A5", "--out", first, file]);
  const out = join(folder, "again/second.pdf");
  for (const _ of [1, 2]) {
    const { code, reports } = await run(["--json", "--out", out, join(folder, "again")]);
    expect(code).toBe(0);
    expect(reports()).toEqual([
      expect.objectContaining({ file: first, page: 1, found: false, size: [148, 210] }),
    ]);
  }
});

test("document writes the pictures that it can read, and says which it cannot", async () => {
  const broken = join(folder, "broken.jpg");
  await writeFile(broken, "not a picture");
  const missing = join(folder, "missing.jpg");
  const { file } = await drawFile("good.png");
  const out = join(folder, "some.pdf");
  const { code, stdout, stderr } = await run(["--out", out, broken, file, missing]);
  expect(code).toBe(1);
  expect(stderr).toBe(
    `${broken}: This is not a picture that can be read (JPEG, PNG, WebP, AVIF, TIFF, GIF or SVG).\n${missing}: There is no file or folder of this name.\n`,
  );
  expect(stdout).toBe(`${file}: 210 × 297 mm\n${out}: 1 page\n`);
});

test("document keeps the other pages of a PDF in which one cannot be read, and says which it is", async () => {
  const pictures = join(folder, "pictures.pdf");
  const { file } = await drawFile("kept.png", { lines });
  await run(["--out", pictures, "--filter", "grey", file, file]);
  // The picture of the first page names a filter that this program does not know.
  const mixed = join(folder, "mixed.pdf");
  const text = (await readFile(pictures)).toString("latin1");
  await writeFile(mixed, text.replace("/DCTDecode", "/LZWDecode"), "latin1");
  const out = join(folder, "kept.pdf");
  const { code, stdout, stderr } = await run(["--out", out, mixed]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/mixed\.pdf, page 1: The picture on page 1 .*LZW.*\n$/);
  expect(stdout).toMatch(/mixed\.pdf, page 2: 210 × 297 mm\n.*kept\.pdf: 1 page\n$/);
});

test("document takes JBIG2 and JPEG 2000 of office scanners, and names the page that is damaged", async () => {
  const fixtures = "packages/documents/src/pdf/reading/fixtures";
  const root = fileURLToPath(new URL("../../../../../", import.meta.url));
  const bytes = await readFile(join(root, fixtures, "mixed.pdf"));
  const whole = join(folder, "scanned.pdf");
  await writeFile(whole, bytes);
  const out = join(folder, "of-scanner.pdf");
  const intact = await run(["--out", out, whole]);
  expect([intact.code, intact.stderr]).toEqual([0, ""]);
  expect(intact.stdout.split("\n")).toEqual([
    `${whole}, page 1: 84.6 × 35.3 mm`,
    `${whole}, page 2: 88.1 × 36.8 mm`,
    `${whole}, page 3: 84.6 × 35.3 mm`,
    `${out}: 3 pages`,
    "",
  ]);
  // The marker of the first tile-part of JPEG 2000.
  const tilePart = bytes.indexOf(Buffer.of(0xff, 0x90, 0, 10));
  await writeFile(whole, bytes.fill(0, tilePart, tilePart + 12));
  const damaged = await run(["--out", out, whole]);
  expect(damaged.code).toBe(1);
  expect(damaged.stderr).toBe(
    `${whole}, page 2: The picture on page 2 of this PDF is damaged; export its pages as pictures in a viewer and open those.\n`,
  );
  expect(damaged.stdout).toContain(`${out}: 2 pages\n`);
});

test("document writes nothing when there is no page, when it is stopped, and where it cannot", async () => {
  const missing = join(folder, "missing.jpg");
  const { file } = await drawFile("page.png");
  const nothing = await run(["--out", join(folder, "nothing.pdf"), missing]);
  expect(nothing.stderr).toContain("No document was written, because there is no page for it.\n");
  const stopped = await run(["--out", join(folder, "nothing.pdf"), file], AbortSignal.abort());
  expect(stopped.stderr).toBe("Stopped; no document was written.\n");
  const nowhere = join(folder, "nowhere/nothing.pdf");
  const unwritable = await run(["--out", nowhere, file]);
  expect(unwritable.stderr).toBe(`${nowhere} cannot be written: its folder does not exist.\n`);
  expect([nothing.code, stopped.code, unwritable.code]).toEqual([1, 1, 1]);
  expect((await readdir(folder)).filter((name) => name.startsWith("nothing"))).toEqual([]);
});

test("document --ocr names the package of a language that is not installed", async () => {
  const { file } = await drawFile("klingon.png");
  const { code, stderr } = await run(["--ocr", "tlh", "--out", join(folder, "tlh.pdf"), file]);
  expect(code).toBe(1);
  expect(stderr).toContain("npm install tesseract.js @tesseract.js-data/tlh\n");
});

test.each([
  [[], "IN is missing"],
  [["a.jpg"], "--out is missing: --out FILE.pdf."],
  [["a.jpg", "--out", "a.docx"], '--out: "a.docx" does not end in .pdf'],
  [["a.jpg", "--out", "a.pdf", "--filter", "cleen"], "did you mean clean?"],
  [["a.jpg", "--out", "a.pdf", "--paper", "A9"], 'there is no paper "A9"'],
  [["a.jpg", "--out", "a.pdf", "--dpi", "many"], '"many" is no number from 72 to 600'],
  [["a.jpg", "--out", "a.pdf", "--ocr", "English"], '"English" is no code of a language'],
])("document refuses %j", async (args, reason) => {
  const { code, stderr } = await run(args);
  expect(code).toBe(2);
  expect(stderr).toContain(reason);
});
