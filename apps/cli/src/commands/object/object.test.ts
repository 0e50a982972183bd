import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { drawObjectPhotos, savePhotos } from "../../../../../e2e/objects/draw-photos.ts";
import {
  photographBox,
  photographMovedShoe,
  photographTurnedBox,
} from "../../../../../e2e/objects/photograph.ts";
import { runScanhook } from "../../testing/command-line.ts";
import { object } from "./object.ts";

let folder: string;
const inFolder = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanhook-object-"));
  await drawObjectPhotos(inFolder("photos"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("photos of a shoe on the mat", () => {
  it("become a GLB with its sizes, and pictures that cannot be used are named", async () => {
    await writeFile(inFolder("photos/notes.jpg"), "no picture");
    await sharp({ create: { width: 480, height: 360, channels: 3, background: "#888" } })
      .png()
      .toFile(inFolder("photos/wall.png"));
    await sharp(inFolder("photos/0.png")).resize(240).toFile(inFolder("photos/small.png"));
    const out = inFolder("shoe.glb");
    const run = await runScanhook(["object", inFolder("photos"), "--out", out, "--json"]);
    expect(run).toMatchObject({ code: 0 });
    expect(run.stderr).toContain("notes.jpg: This is not a picture that can be read");
    expect(run.stderr).toContain("wall.png: The mat is not seen.");
    expect(run.stderr).toContain("small.png: The picture has another size than the others.");
    const report = JSON.parse(run.stdout);
    expect(report).toMatchObject({ file: out, scale: 1, base: "flat" });
    const { length, width, height } = report.box;
    expect(Math.abs(length / 140 - 1)).toBeLessThan(0.15);
    expect(Math.abs(width / 58 - 1)).toBeLessThan(0.1);
    expect(Math.abs(height / 54 - 1)).toBeLessThan(0.1);
    for (const side of ["length", "width", "height"] as const)
      expect(report.uncertainty[side]).toBeGreaterThan(0.5);
    expect(report.warnings).toContain("few-views");
    expect(run.stderr).toContain("There are few pictures. Take at least 24");
    expect(report.hullShare).toBeGreaterThan(0.05);
    expect(report.hullShare).toBeLessThan(0.95);
    const [patch] = report.hullPatches.filter(({ base }: { base: boolean }) => base);
    for (const [axis, down] of [0, 0, -1].entries())
      expect(Math.abs(patch.normal[axis] - down)).toBeLessThan(0.01);
    expect(Math.abs(patch.middle[2])).toBeLessThan(0.2);
    // The sole of the shoe, as drawn: 2 × 24 mm wide on average, 140 mm long, and rounded at its
    // edge.
    expect(patch.area).toBeGreaterThan(4000);
    expect(patch.area).toBeLessThan(8500);
    expect(report.checkError.millimeters).toBeLessThan(0.3);
    const used = report.views.filter((view: { used: boolean }) => view.used);
    expect([used.length, report.views.length]).toEqual([12, 15]);
    expect((await readFile(out)).toString("latin1", 0, 4)).toBe("glTF");
  });

  it("become larger, and that is said, if the ruler is longer; too few after turning are left out", async () => {
    const out = inFolder("shoe.stl");
    const turned = [1, 2].map((index) => inFolder(`photos/${index}.jpg`));
    // Two pictures belong to the second pass. An object needs at least eight pictures.
    const photos = [1, 2, 5, 6, 7, 8, 9, 10, 11].map((index) => inFolder(`photos/${index}.jpg`));
    const run = await runScanhook([
      ...["object", inFolder("photos/0.png"), ...photos, "--ruler", "110", "--out", out, "--json"],
      ...turned.flatMap((file) => ["--turned", file]),
    ]);
    expect(run.stderr).toContain("could not be joined: fewer than 8 of them can be used.");
    expect(run.stderr).toContain("The mat was printed at 110.0 % of its size.");
    const { box, scale, base, views } = JSON.parse(run.stdout);
    expect([scale, base]).toEqual([1.1, "flat"]);
    expect(Math.abs(box.length / 154 - 1)).toBeLessThan(0.15);
    const later = views.filter((view: { pass: number }) => view.pass === 2);
    expect(later.map((view: { file: string }) => view.file)).toEqual(turned);
    expect((await readFile(out)).toString("latin1", 0, 21)).toBe("Scanhook, millimeters");
  });

  it("become nothing when the command is stopped", async () => {
    const controller = new AbortController();
    const out = inFolder("stopped.glb");
    let stderr = "";
    const code = await object.run([inFolder("photos"), "--out", out], {
      stdin: Readable.from([]),
      stdout: { write: () => true },
      stderr: {
        isTTY: true,
        write(text) {
          stderr += text;
          if (text.includes("Finding outlines: 1")) controller.abort();
        },
      },
      env: {},
      signal: controller.signal,
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/Stopped; no object was written\.\n$/);
    await expect(readFile(out)).rejects.toThrow("ENOENT");
  });
});

test("photos of a box before and after it was turned over are joined, and show its base", async () => {
  await savePhotos(inFolder("box"), photographBox());
  await savePhotos(inFolder("box-over"), photographTurnedBox());
  const out = inFolder("box.glb");
  const args = [inFolder("box"), "--turned", inFolder("box-over"), "--out", out, "--json"];
  const run = await runScanhook(["object", ...args]);
  expect(run).toMatchObject({ code: 0 });
  const { base, box } = JSON.parse(run.stdout);
  expect(base).toBe("seen");
  // The box measures 80 × 55 × 44 mm.
  for (const ratio of [box.length / 80, box.width / 55, box.height / 44])
    expect(Math.abs(ratio - 1)).toBeLessThan(0.15);
});

test("photos of a shoe are not joined with those of another object", async () => {
  const out = inFolder("not-joined.glb");
  await savePhotos(inFolder("other"), photographTurnedBox().slice(0, 8));
  const args = [inFolder("photos"), "--turned", inFolder("other"), "--out", out, "--json"];
  const run = await runScanhook(["object", ...args]);
  expect(run).toMatchObject({ code: 0 });
  expect(JSON.parse(run.stdout)).toMatchObject({ base: "flat" });
  expect(run.stderr).toContain("could not be joined");
});

test("photos of a shoe that was moved between them become nothing", async () => {
  await savePhotos(inFolder("moved"), photographMovedShoe());
  const out = inFolder("moved.glb");
  const run = await runScanhook(["object", inFolder("moved"), "--out", out]);
  expect(run).toMatchObject({ code: 1 });
  expect(run.stderr).toContain("It was moved on the mat");
  await expect(readFile(out)).rejects.toThrow("ENOENT");
});

test.each([
  [["photos/0.png"], "Fewer than 3 pictures show enough of the mat."],
  [["photos/1.jpg", "photos/2.jpg", "photos/3.jpg"], "Fewer than 8 pictures can be used."],
  [["none.jpg"], "There is no file or folder of this name."],
  [["photos", "--mat", "letter"], "check that the right paper is chosen"],
])("%j are refused with a sentence", async (args, sentence) => {
  const names = args.map((arg) => (/photos|none/.test(arg) ? inFolder(arg) : arg));
  const run = await runScanhook(["object", ...names, "--out", inFolder("refused.glb")]);
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toContain(sentence);
});

test.each([
  [["photos"], "--out is missing"],
  [["photos", "--out", "cup.step"], '"cup.step" does not end in one of .glb, .usdz, .3mf'],
  [["photos", "--out", "cup.glb", "--mat", "a3"], '--mat is a4 or letter, not "a3".'],
  [["photos", "--out", "cup.glb", "--ruler", "ten"], '--ruler: "ten" cannot be it.'],
  [["photos", "--out", "cup.glb", "--ruler", "10"], "The ruler is 100 mm long"],
  [["--out", "cup.glb"], "PICTURES is missing."],
])("%j are wrong use", async (args, sentence) => {
  const run = await runScanhook(["object", ...args]);
  expect(run).toMatchObject({ code: 2, stdout: "" });
  expect(run.stderr).toContain(sentence);
});
