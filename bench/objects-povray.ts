// Draws the scenes of bench/objects --povray with POV-Ray, two pictures at a time, and keeps them,
// because one takes seconds.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { between } from "../packages/documents/src/testing/random.ts";
import { createMat } from "../packages/objects/src/mat/mat.ts";
import { matToPdf } from "../packages/objects/src/mat/mat-to-pdf.ts";
import { createRandom, normal } from "../packages/objects/src/testing/random.ts";
import type { ObjectScene, ScenePicture } from "./objects-povray-scenes.ts";

const cache = join(
  process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"),
  "scanhook-scenes",
  "objects",
);
/** How many pictures are drawn at a time, and by how much other programs go before them. */
const [atOnce, niceness] = [2, 1];
/** A picture is drawn this much larger, and then made smaller, unless it is large anyway. */
const oversampling = 1.25;
/** Light is written as it is, in 16 bits, so that it can be blurred. */
const flags = ["-D", "-V", "-A", "+WT1", "+FN16", "File_Gamma=1", "-GA"] as const;
const mat = createMat("a4");
const matFile = matToPdf(mat);

/** Says in one line why no scenes can be drawn here; undefined if they can. */
export function findMissingProgram(): string | undefined {
  if (spawnSync("povray", ["--version"]).error)
    return "POV-Ray is not installed; on Debian, it is the package povray";
  if (spawnSync("pdftoppm", ["-v"]).error)
    return "pdftoppm is not installed; on Debian, it is in the package poppler-utils";
  return undefined;
}

/** Draws the pictures of a scene that are not kept yet. */
export async function drawScene(scene: ObjectScene): Promise<void> {
  const missing = scene.pictures.filter((picture) => !existsSync(toPath(scene, picture)));
  if (missing.length === 0) return;
  const folder = await mkdtemp(join(tmpdir(), "scanhook-scene-"));
  try {
    await printMat(folder);
    for (const [name, svg] of Object.entries(scene.prints))
      await sharp(Buffer.from(svg))
        .png()
        .toFile(join(folder, `${name}.png`));
    await mkdir(cache, { recursive: true });
    const queue = missing.entries();
    const work = async () => {
      for (const [index, picture] of queue)
        await draw(picture, folder, `${index}`, toPath(scene, picture));
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Puts the pictures of a drawn scene into a folder, named in their order. */
export async function copyPictures(scene: ObjectScene, folder: string): Promise<void> {
  for (const [index, picture] of scene.pictures.entries())
    await copyFile(
      toPath(scene, picture),
      join(folder, `${String(index + 1).padStart(2, "0")}.jpg`),
    );
}

function toPath(scene: ObjectScene, { source, width, height, seed }: ScenePicture): string {
  const hash = createHash("sha256").update(matFile);
  hash.update(JSON.stringify([source, scene.prints, flags, oversampling, width, height, seed]));
  return join(cache, `${hash.digest("hex").slice(0, 24)}.jpg`);
}

/** Prints the file of the mat at 300 dpi: black ink still reflects 4 % of the light. */
async function printMat(folder: string): Promise<void> {
  await writeFile(join(folder, "mat.pdf"), matFile);
  const [columns, rows] = [mat.width, mat.height].map((side) => Math.round((side / 25.4) * 300));
  const size = ["-scale-to-x", `${columns}`, "-scale-to-y", `${rows}`];
  await run("pdftoppm", ["-png", "-gray", "-singlefile", ...size, "mat.pdf", "drawn"], folder);
  const { data, info } = await sharp(join(folder, "drawn.png"))
    .toColourspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const inked = data.map((level) =>
    Math.round(255 * (0.04 + 0.96 * (level / 255) ** 2.2) ** (1 / 2.2)),
  );
  await sharp(inked, { raw: { width: info.width, height: info.height, channels: 1 } })
    .png()
    .toFile(join(folder, "mat.png"));
}

/** Draws a picture and exposes it as a camera does. */
async function draw(
  picture: ScenePicture,
  folder: string,
  name: string,
  path: string,
): Promise<void> {
  await writeFile(join(folder, `${name}.pov`), picture.source);
  const by = picture.width > 2000 ? 1 : oversampling;
  const size = [`+W${picture.width * by}`, `+H${picture.height * by}`];
  const files = [`+I${name}.pov`, `+O${name}.png`];
  await run("povray", [...files, ...flags, ...size], folder);
  const drawn = await readFile(join(folder, `${name}.png`));
  await writeFile(join(folder, `${name}.jpg`), await expose(drawn, picture));
  // Another run never sees half a file; the cache may be on another disk than the folder.
  await copyFile(join(folder, `${name}.jpg`), `${path}.${process.pid}`);
  await rename(`${path}.${process.pid}`, path);
  await rm(join(folder, `${name}.png`));
}

/** Returns how an sRGB picture of 8 bits encodes each of 16 bits of light (IEC 61966-2-1). */
function listEncodings(): Float32Array {
  return Float32Array.from({ length: 65_536 }, (_, level) => {
    const light = level / 65_535;
    return 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
  });
}

/**
 * Blurs light a little and changes the exposure, as a camera does; edges would move if encoded
 * levels were blurred. Then encodes it, adds the noise of a sensor and makes it a JPEG.
 */
async function expose(drawn: Buffer, { width, height, seed }: ScenePicture): Promise<Buffer> {
  const random = createRandom(seed);
  const blur = between(random, 0.5, 0.8);
  const exposure = between(random, 0.85, 1.08);
  const tint = [between(random, 0.96, 1.04), 1, between(random, 0.96, 1.04)];
  const noise = between(random, 1.2, 2.8);
  const quality = Math.round(between(random, 85, 92));
  const { buffer, byteOffset, length } = await sharp(drawn)
    .pipelineColourspace("rgb16")
    .removeAlpha()
    .resize(width, height)
    .blur(blur)
    .toColourspace("rgb16")
    .raw({ depth: "ushort" })
    .toBuffer();
  const light = new Uint16Array(buffer, byteOffset, length / 2);
  const data = new Uint8Array(light.length);
  const encodings = listEncodings();
  for (let at = 0; at < data.length; at++) {
    const exposed = Math.min(65_535, Math.round(light[at]! * exposure * tint[at % 3]!));
    const level = encodings[exposed]! + noise * normal(random);
    data[at] = Math.min(255, Math.max(0, Math.round(level)));
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
}

/** Runs a program in a folder, after all others that want the processor. Throws if it fails. */
async function run(program: string, args: readonly string[], folder: string): Promise<void> {
  const child = spawn(program, args, { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  setPriority(child.pid!, niceness);
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  const code = await new Promise((resolve, reject) =>
    child.on("error", reject).on("close", resolve),
  );
  if (code !== 0) throw new Error(`${program} failed: ${said.slice(-2000)}`);
}
