// Draws the scenes of bench/documents with POV-Ray, and keeps the pictures, because one takes
// seconds.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright";
import sharp from "sharp";
import { startBrowser } from "../e2e/browser.ts";
import { clipPolygon, frameQuad } from "../packages/documents/src/geometry/polygon.ts";
import type { Picture } from "../packages/documents/src/picture.ts";
import type { Point } from "../packages/documents/src/quad.ts";
import { between } from "../packages/documents/src/testing/random.ts";
import type { Paper } from "./documents-papers.ts";
import { composeScene, type DeskKind, type DeskScene } from "./documents-scenes.ts";

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "scanhook-scenes");
/** The pixels of a printed paper for each millimeter, about 200 dpi. */
const perMillimeter = 8;

/** A picture of a paper on a desk; `page` is the part of the paper that is in the picture. */
export type DeskPhoto = { file: string; picture: Picture; page: Point[]; paper: Paper };

/** Says in one line why no scenes can be drawn here; undefined if they can. */
export function findMissingRenderer(): string | undefined {
  const run = spawnSync("povray", ["--version"]);
  return run.error ? "POV-Ray is not installed; on Debian, it is the package povray" : undefined;
}

/** Draws the scenes of some seeds of a kind, or reads them where they have been drawn before. */
export async function* drawDesks(
  kind: DeskKind,
  seeds: readonly number[],
  longSide: number,
): AsyncGenerator<DeskPhoto> {
  let browser: Browser | undefined;
  try {
    for (const seed of seeds) {
      const scene = composeScene(kind, seed, longSide);
      const path = toPath(scene);
      if (!existsSync(path)) {
        browser ??= await startBrowser();
        await draw(scene, browser, path);
      }
      const { data, info } = await sharp(path)
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const picture = { width: info.width, height: info.height, data: new Uint8ClampedArray(data) };
      const page = clipPolygon(scene.outline, frameQuad(picture));
      yield { file: `${kind} ${seed}`, picture, page, paper: scene.paper };
    }
  } finally {
    await browser?.close();
  }
}

function toPath({ source, paper, cloth, picture }: DeskScene): string {
  const size = `${picture.width}x${picture.height}`;
  const hash = createHash("sha256").update(source + paper.html + cloth + size);
  return join(cache, `${hash.digest("hex").slice(0, 24)}.jpg`);
}

/** Draws a scene, then blurs it a little, adds the noise of a sensor and makes it a JPEG. */
async function draw(scene: DeskScene, browser: Browser, path: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "scanhook-scene-"));
  try {
    await writeFile(join(folder, "paper.png"), await print(scene.paper, browser));
    if (scene.cloth)
      await writeFile(
        join(folder, "cloth.png"),
        await sharp(Buffer.from(scene.cloth)).png().toBuffer(),
      );
    await writeFile(join(folder, "scene.pov"), scene.source);
    const { width, height } = scene.picture;
    const flags = [
      "-D",
      "-V",
      "+A0.2",
      "+AM2",
      "+R2",
      "+WT1",
      "+FN",
      "-GA",
      `+W${width}`,
      `+H${height}`,
    ];
    const run = spawnSync("povray", ["+Iscene.pov", "+Oscene.png", ...flags], {
      cwd: folder,
      encoding: "utf8",
    });
    if (run.status !== 0) throw new Error(`POV-Ray failed: ${run.stderr.slice(-2000)}`);
    const drawn = await readFile(join(folder, "scene.png"));
    await mkdir(cache, { recursive: true });
    await writeFile(join(folder, "scene.jpg"), await expose(drawn, scene));
    await rename(join(folder, "scene.jpg"), path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function print({ html, size }: Paper, browser: Browser): Promise<Buffer> {
  const pixels = (millimeters: number) => Math.round((millimeters * 96) / 25.4);
  const viewport = { width: pixels(size.width), height: pixels(size.height) };
  const deviceScaleFactor = perMillimeter / (96 / 25.4);
  const page = await browser.newPage({ viewport, deviceScaleFactor });
  try {
    await page.setContent(html);
    return await page.screenshot();
  } finally {
    await page.close();
  }
}

async function expose(drawn: Buffer, { random }: DeskScene): Promise<Buffer> {
  const blur = between(random, 0.4, 1);
  const exposure = between(random, 0.75, 1.1);
  const { data, info } = await sharp(drawn)
    .removeAlpha()
    .blur(blur)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const noise = between(random, 2, 9);
  for (let index = 0; index < data.length; index++)
    data[index] = Math.min(
      255,
      Math.max(0, data[index]! * exposure + (random() - random()) * noise),
    );
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .jpeg({ quality: Math.round(between(random, 70, 92)) })
    .toBuffer();
}
