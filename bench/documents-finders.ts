// The finders of pages that bench/documents compares. The two libraries need a page and its canvas,
// so all run in Chromium.
import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright";
import sharp from "sharp";
import { startBrowser } from "../e2e/browser.ts";
import { installPeer } from "../e2e/peers/peer.ts";
import {
  clipPolygon,
  frameQuad,
  orderQuad,
  overlap,
} from "../packages/documents/src/geometry/polygon.ts";
import type { Point, Quad } from "../packages/documents/src/quad.ts";
import type { LabelledPhoto } from "../packages/documents/src/testing/labelled-photos.ts";

export type FinderResult = { finder: string; overlaps: number[]; milliseconds: number[] };

/** All finders get the photo in this size at most, that of a camera's frames. */
const longSide = 1280;
const origin = "http://bench.localhost";
const ourFolder = join(import.meta.dirname, "../packages/documents/src");

/**
 * Lets each finder find the pages of photos. One whose package cannot be installed is left out with
 * a line.
 */
export async function compareFinders(photos: readonly LabelledPhoto[]): Promise<FinderResult[]> {
  const pictures = await Promise.all(photos.map(reduceToFrame));
  const folders = { ours: ourFolder, ...installLibraries() };
  const browser = await startBrowser();
  try {
    const results: FinderResult[] = [];
    for (const [finder, folder] of Object.entries(folders)) {
      const page = await browser.newPage();
      await serve(page, folder, pictures);
      await page.evaluate(startFinder, finder.split(" ")[0]!);
      const result: FinderResult = { finder, overlaps: [], milliseconds: [] };
      // The first photo once more, since a finder compiles and warms up on it.
      await page.evaluate(findCorners, "/photo/0");
      for (const [index, { page: truth, picture }] of photos.entries()) {
        const { corners, milliseconds } = await page.evaluate(findCorners, `/photo/${index}`);
        const scale = pictures[index]!.scale;
        const points = corners?.map(([x, y]) => ({ x: x! / scale, y: y! / scale }));
        // Corners may be outside of the photo, where nobody knows the truth.
        const seen =
          points && clipPolygon(orderQuad(points as unknown as Quad), frameQuad(picture));
        result.overlaps.push(seen ? overlap(truth, seen) : 0);
        result.milliseconds.push(milliseconds);
      }
      results.push(result);
      await page.close();
    }
    return results;
  } finally {
    await browser.close();
  }
}

function installLibraries(): Record<string, string> {
  const libraries = [
    { name: "scanic", version: "1.6.0", flags: [] },
    // It names a canvas for Node among its dependencies, which a page does not need and npm would
    // have to compile.
    { name: "jscanify", version: "1.4.3", flags: ["--ignore-scripts"] },
  ];
  return Object.fromEntries(
    libraries.flatMap(({ name, version, flags }) => {
      const installed = installPeer(name, version, {}, flags);
      if (!installed.ok) console.log(`Left out: ${installed.reason}`);
      return installed.ok ? [[`${name} ${version}`, installed.folder]] : [];
    }),
  );
}

async function reduceToFrame({ picture }: LabelledPhoto): Promise<{ png: Buffer; scale: number }> {
  const { width, height, data } = picture;
  const scale = Math.min(1, longSide / Math.max(width, height));
  const png = await sharp(data, { raw: { width, height, channels: 4 } })
    .resize(Math.round(width * scale), Math.round(height * scale))
    .png({ compressionLevel: 1 })
    .toBuffer();
  return { png, scale };
}

/**
 * Serves an empty page, the photos, and the files of a finder: our own sources without their types.
 */
async function serve(page: Page, folder: string, pictures: readonly { png: Buffer }[]) {
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const [, room, ...rest] = pathname.split("/");
    if (room === "photo")
      return route.fulfill({ contentType: "image/png", body: pictures[Number(rest[0])]!.png });
    if (room !== "finder") return route.fulfill({ contentType: "text/html", body: "" });
    const source = await readFile(join(folder, ...rest), "utf8");
    const body = pathname.endsWith(".ts") ? stripTypeScriptTypes(source) : source;
    return route.fulfill({ contentType: "text/javascript", body });
  });
  await page.goto(`${origin}/`);
}

type Corners = (Point | undefined)[] | null | undefined;
type Finder = (canvas: HTMLCanvasElement, context: CanvasRenderingContext2D) => Promise<Corners>;
type Scanner = {
  initialize(): Promise<void>;
  scan(
    canvas: HTMLCanvasElement,
    options: { mode: "detect" },
  ): Promise<{ corners?: Record<string, Point> }>;
  findPaperContour(picture: unknown): unknown;
  getCornerPoints(contour: unknown): Record<string, Point | undefined>;
};
type Bench = {
  find: Finder;
  cv: {
    imread(canvas: HTMLCanvasElement): { delete(): void };
    Mat?: unknown;
    onRuntimeInitialized(): void;
  };
  jscanify: new () => Scanner;
};

/** Runs in the page: loads a finder. */
async function startFinder(name: string): Promise<void> {
  const bench = window as unknown as Bench;
  const load = (path: string) => import(path);
  const addScript = (src: string) =>
    new Promise((resolve, reject) => {
      const script = document.createElement("script");
      Object.assign(script, { src, onload: resolve, onerror: reject });
      document.head.append(script);
    });
  const starters: Record<string, () => Promise<Finder>> = {
    async ours() {
      const { findPage } = await load("/finder/corners/find-page.ts");
      return async ({ width, height }, context) =>
        findPage(context.getImageData(0, 0, width, height));
    },
    async scanic() {
      const { Scanner } = await load("/finder/node_modules/scanic/dist/scanic.js");
      const scanner: Scanner = new Scanner();
      await scanner.initialize();
      return async (canvas) => {
        const { corners } = await scanner.scan(canvas, { mode: "detect" });
        return (
          corners && [corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft]
        );
      };
    },
    async jscanify() {
      await addScript("/finder/node_modules/jscanify/src/opencv.js");
      if (bench.cv instanceof Promise) bench.cv = await bench.cv;
      else if (!bench.cv.Mat)
        await new Promise<void>((resolve) => {
          bench.cv.onRuntimeInitialized = resolve;
        });
      await addScript("/finder/node_modules/jscanify/src/jscanify.js");
      const scanner = new bench.jscanify();
      return async (canvas) => {
        const picture = bench.cv.imread(canvas);
        try {
          const contour = scanner.findPaperContour(picture);
          if (!contour) return null;
          const corners = scanner.getCornerPoints(contour);
          return ["topLeft", "topRight", "bottomRight", "bottomLeft"].map(
            (corner) => corners[`${corner}Corner`],
          );
        } finally {
          picture.delete();
        }
      };
    },
  };
  bench.find = await starters[name]!();
}

/**
 * Runs in the page: finds the corners in a photo. The time is that from a canvas to the corners.
 */
async function findCorners(
  url: string,
): Promise<{ corners: number[][] | undefined; milliseconds: number }> {
  const bitmap = await createImageBitmap(await (await fetch(url)).blob());
  const canvas = document.createElement("canvas");
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  context.drawImage(bitmap, 0, 0);
  const start = performance.now();
  // A library that throws has found nothing.
  const corners = await (window as unknown as Bench).find(canvas, context).catch(() => null);
  const milliseconds = performance.now() - start;
  const isWhole = corners?.length === 4 && corners.every((corner) => corner !== undefined);
  return {
    corners: isWhole ? corners.map((corner) => [corner!.x, corner!.y]) : undefined,
    milliseconds,
  };
}
