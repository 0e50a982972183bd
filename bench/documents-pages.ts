// The second half of bench/documents: what becomes of a page once it is found.
import sharp from "sharp";
import { toBits } from "../packages/documents/src/bits.ts";
import { findPage } from "../packages/documents/src/corners/find-page.ts";
import { findCurl } from "../packages/documents/src/curl/find-curl.ts";
import { applyFilter } from "../packages/documents/src/filters/apply-filter.ts";
import { estimateAspect } from "../packages/documents/src/geometry/aspect.ts";
import { openTextReader } from "../packages/documents/src/node.ts";
import { characterErrorRate } from "../packages/documents/src/ocr/testing/character-error-rate.ts";
import {
  composeLines,
  drawPrintedPage,
} from "../packages/documents/src/ocr/testing/printed-page.ts";
import type { PageText } from "../packages/documents/src/ocr/word.ts";
import { createPdfWriter, type PdfImage } from "../packages/documents/src/pdf/pdf-writer.ts";
import type { Picture } from "../packages/documents/src/picture.ts";
import { drawCurled } from "../packages/documents/src/testing/draw-curled.ts";
import { drawScene, sceneKinds } from "../packages/documents/src/testing/draw-scene.ts";
import { measureBentLines } from "../packages/documents/src/testing/line-straightness.ts";
import { projectPage } from "../packages/documents/src/testing/pinhole.ts";
import { between, createRandom } from "../packages/documents/src/testing/random.ts";
import { formatTable } from "./codes-tables.ts";

const lines = composeLines(300);
const a4 = { width: 210, height: 297 };

/** Prints a table of figures, and returns the promises that are not kept, a phrase each. */
export async function measurePages(): Promise<string[]> {
  const rows = [
    await measureFrames(),
    ...measureAspects(),
    ...measureCurls(),
    ...(await measureText()),
    ...(await measureFiles()),
  ];
  console.log(
    `\n${formatTable(
      ["page", "figure", "promise"],
      rows.map(({ name, value, unit, limit }) => [
        name,
        `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`,
        limit === undefined ? "-" : `under ${limit} ${unit}`,
      ]),
    )}`,
  );
  return rows
    .filter(({ value, limit }) => limit !== undefined && !(value < limit))
    .map(({ name, unit, limit }) => `${name} under ${limit} ${unit}`);
}

type Row = { name: string; value: number; unit: string; limit?: number };

/**
 * Finds pages in frames of 1280 x 720, by the time of the processor, which depends little on other
 * programs.
 */
async function measureFrames(): Promise<Row> {
  const times: number[] = [];
  for (const kind of sceneKinds) {
    const { picture } = drawScene(kind, 7);
    const { data } = await sharp(picture.data, {
      raw: { width: picture.width, height: picture.height, channels: 4 },
    })
      .resize(1280, 720)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const frame = { width: 1280, height: 720, data };
    for (let round = 0; round < 5; round++) {
      const before = process.threadCpuUsage();
      findPage(frame);
      const { user, system } = process.threadCpuUsage(before);
      times.push((user + system) / 1000);
    }
  }
  times.sort((a, b) => a - b);
  const value = times[times.length >> 1]!;
  return {
    name: "frame of 1280 x 720, median time to find the page",
    value,
    unit: "ms",
    limit: 60,
  };
}

/**
 * Pages tilted by up to 30 degrees about both axes and turned any way, before the usual lens of
 * phones and before others.
 */
function measureAspects(): Row[] {
  const random = createRandom(1);
  const picture = { width: 3000, height: 4000 };
  const measure = (minLens: number, maxLens: number) =>
    Array.from({ length: 2000 }, () => {
      const tilt = {
        x: between(random, -30, 30),
        y: between(random, -30, 30),
        turn: between(random, -180, 180),
      };
      const focalLength = 3100 * between(random, minLens, maxLens);
      const distance = between(random, 300, 800);
      const quad = projectPage({ page: a4, picture, focalLength, distance, tilt });
      return 100 * Math.abs(estimateAspect(quad, picture) / (a4.width / a4.height) - 1);
    }).sort((a, b) => a - b);
  const others = measure(0.85, 1.3);
  return [
    {
      name: "aspect ratio, largest error with the usual lens",
      value: measure(1, 1).at(-1)!,
      unit: "%",
      limit: 2,
    },
    {
      name: "aspect ratio, median error with lenses of 22 to 34 mm",
      value: others[1000]!,
      unit: "%",
    },
    {
      name: "aspect ratio, 95 % of the errors with these lenses are below",
      value: others[1900]!,
      unit: "%",
    },
  ];
}

/**
 * Curled pages from a seed that nobody had seen before: hills, valleys and sheets that roll up at
 * an end.
 */
function measureCurls(): Row[] {
  const bent = Array.from({ length: 20 }, (_, index) => {
    const scene = drawCurled(2000 + index);
    const corners = findPage(scene.picture)!;
    const curl = findCurl(scene.picture, corners);
    return [corners, curl ?? corners].map((outline) => 100 * measureBentLines(scene, outline));
  });
  const worst = (at: number) => Math.max(...bent.map((measured) => measured[at]!));
  return [
    {
      name: "20 curled pages, lines of text off straight at most, as found",
      value: worst(0),
      unit: "%",
    },
    { name: "the same when their curl is flattened", value: worst(1), unit: "%", limit: 1 },
  ];
}

async function measureText(): Promise<Row[]> {
  const opened = await openTextReader({ languages: ["eng"] });
  if (!opened.ok) throw new Error(`The text engine did not start: ${opened.failure}`);
  const reader = opened.value;
  const read = async (page: Picture): Promise<PageText> => {
    const result = await reader.read(page);
    if (!result.ok) throw new Error(`The text engine did not read: ${result.failure}`);
    return result.value;
  };
  const measureErrors = async (page: Picture) =>
    100 * characterErrorRate(lines.join("\n"), (await read(page)).text);
  try {
    const page = await drawPrintedPage(lines, { size: 28 });
    const shadowed = await drawPrintedPage(lines, { size: 28, shadow: 0.6 });
    const start = performance.now();
    const clean = await measureErrors(page);
    const seconds = (performance.now() - start) / 1000;
    return [
      { name: "300 words, wrong characters", value: clean, unit: "%", limit: 1 },
      { name: "300 words, time to read", value: seconds, unit: "s", limit: 10 },
      {
        name: "half the page in shadow, wrong characters without a filter",
        value: await measureErrors(shadowed),
        unit: "%",
      },
      {
        name: "half the page in shadow, wrong characters with the filter clean",
        value: await measureErrors(applyFilter(shadowed, "clean", "grey")),
        unit: "%",
        limit: 5,
      },
    ];
  } finally {
    await reader.close();
  }
}

/** A4 at 200 dpi: a printed page under an uneven light, with the noise of a sensor. */
async function measureFiles(): Promise<Row[]> {
  const page = addNoise(await drawPrintedPage(lines, { size: 28, shadow: 0.3 }));
  const { width, height } = page;
  const bytes = toBits(applyFilter(page, "black-and-white", "grey"));
  const color = applyFilter(page, "clean", "color");
  const jpeg = await sharp(color.data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: 75 })
    .toBuffer();
  const bits = { kind: "bits", bytes, width, height } as const;
  const photo = { kind: "jpeg", bytes: jpeg, width, height, components: 3 } as const;
  const start = performance.now();
  await measureFile(photo, 30);
  const milliseconds = (performance.now() - start) / 30;
  return [
    {
      name: "A4 at 200 dpi in black and white",
      value: await measureFile(bits, 1),
      unit: "kB",
      limit: 100,
    },
    { name: "A4 at 200 dpi in color", value: await measureFile(photo, 1), unit: "kB", limit: 700 },
    { name: "PDF of 30 color pages, time of a page", value: milliseconds, unit: "ms" },
  ];
}

/** Returns the size of a PDF in thousands of bytes. */
async function measureFile(image: PdfImage, pages: number): Promise<number> {
  let size = 0;
  const info = { title: "Bench", date: new Date(0) };
  const writer = createPdfWriter(info, (chunk) => {
    size += chunk.length;
  });
  for (let page = 0; page < pages; page++) await writer.addPage({ size: a4, image, words: [] });
  await writer.finish();
  return size / 1000;
}

function addNoise(page: Picture): Picture {
  const random = createRandom(2);
  const data = Uint8ClampedArray.from(page.data, (value, at) =>
    at % 4 === 3 ? 255 : value + between(random, -6, 6),
  );
  return { ...page, data };
}
