/// <reference path="../packages/objects/src/testing/gltf-validator.d.ts" />
// Pictures of an object on the printed mat become a measured model, which stays on the device and is never posted.
import { join } from "node:path";
import { validateBytes } from "gltf-validator";
import type { Page } from "playwright";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { solids } from "../packages/objects/src/testing/solids.ts";
import { turnSolid } from "../packages/objects/src/testing/turn-solid.ts";
import { type Look, openDevice, startBrowser } from "./browser.ts";
import { makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import { inspect } from "./inspect.ts";
import { countOrange, readSizes, save, waitForViewer } from "./objects/object-page.ts";
import {
  moveSolid,
  photograph,
  photographRounds,
  toFiles,
  writeFilm,
} from "./objects/photograph.ts";

// Objects are worked on for a minute on a quiet machine, and for several on a shared one.
vi.setConfig({ testTimeout: 900_000 });

// The box measures 80 × 55 × 44.5 mm.
const pictures = photograph("box", "textured", { width: 640, height: 480, seed: 4 });

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let browser: Awaited<ReturnType<typeof startBrowser>>;
let device: Awaited<ReturnType<typeof openDevice>>;
let posted: string[] = [];

beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  // The camera rests for a second at each picture, and jumps to the next.
  browser = await startBrowser(await writeFilm(join(folder.data, "film.y4m"), pictures, 5));
});
afterEach(async () => {
  await device?.context.close();
  expect(device?.errors).toEqual([]);
  expect(posted).toEqual([]);
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});

async function openLink(look: Look): Promise<Page> {
  device = await openDevice(browser, look);
  posted = [];
  device.page.on("request", (request) => {
    if (request.method() !== "GET") posted.push(request.url());
  });
  await device.page.goto(`${hub.base}/scan/#/scan-object`);
  await device.page.getByRole("heading", { name: "1. Print the mat" }).waitFor();
  return device.page;
}

/** The button that leaves the second pass out. */
const skip = "Skip this and make the object";
type File = Awaited<ReturnType<typeof toFiles>>[number];
const choose = (page: Page, photos: readonly File[]) =>
  page.getByTestId("object-pictures").setInputFiles([...photos]);
const chooseTurned = (page: Page, photos: readonly File[]) =>
  page.getByTestId("turned-pictures").setInputFiles([...photos]);

test("photos of a box become a model of its size, over a reload, that is measured, saved and deleted", async () => {
  const photos = await toFiles(pictures);
  const page = await openLink("phone, light");
  await inspect(page, "phone, light", "object new");
  await page.getByLabel("Paper").selectOption("A4");
  const mat = await save(page, "Save the mat (PDF)");
  expect(mat.name).toBe("scanhook-mat-a4.pdf");
  expect(mat.bytes.subarray(0, 5).toString()).toBe("%PDF-");

  // The pictures are kept first. The mat is on other paper than the one that is chosen.
  await page.getByLabel("Paper").selectOption("Letter");
  await choose(page, photos);
  await page.getByRole("button", { name: skip }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByTestId("object-problem").getByText("Stopped").waitFor();

  // The work begins again after a reload.
  await page.getByRole("button", { name: "Make the object" }).click();
  const progress = page.getByTestId("object-work").getByRole("progressbar");
  await expect.poll(() => progress.getAttribute("value").then(Number)).toBeGreaterThan(0);
  await page.reload();
  await page.getByRole("button", { name: /Not finished · 14 pictures/ }).click();
  await page.getByTestId("object-work").waitFor();
  await inspect(page, "phone, light", "object work");
  await waitForViewer(page);

  expect(await page.getByLabel("Paper").inputValue()).toBe("a4");
  const sizes = await readSizes(page);
  // Few pictures and the shadow leave wedges beside the object.
  await page.getByText("With fewer than 24 pictures").waitFor();
  for (const ratio of [sizes.length / 80, sizes.width / 55, sizes.height / 44.5]) {
    expect(ratio).toBeGreaterThan(0.97);
    expect(ratio).toBeLessThan(1.45);
  }
  // The texture of the box shows its surface itself.
  await page.getByText("The base is closed flat, because the mat hides it").waitFor();

  const viewer = page.getByTestId("object-viewer");
  await viewer.focus();
  await page.keyboard.press("Enter");
  for (let step = 0; step < 12; step++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  const measured = await page.getByTestId("measured").textContent();
  expect(measured).toMatch(/^\d+(\.\d)? ± \d+(\.\d)? mm between the two points$/);
  expect(Number.parseFloat(measured!)).toBeGreaterThan(40);
  expect(Number.parseFloat(measured!)).toBeLessThan(110);
  await inspect(page, "phone, light", "object measured");

  // The base, at least, is known from outlines only.
  const before = await countOrange(page);
  await page.getByRole("button", { name: "Mark outlines" }).click();
  await page.getByText(/known from outlines only, \d+ % of the surface/).waitFor();
  await expect.poll(() => countOrange(page)).toBeGreaterThan(before + 200);
  await inspect(page, "phone, light", "object outlines");
  await page.getByRole("button", { name: "Mark outlines" }).click();

  const name = page.getByLabel("Name of the object");
  await name.fill("Stone box");
  await name.blur();
  const glb = await save(page, "GLB");
  expect(glb.name).toBe("Stone box.glb");
  const { issues, info } = await validateBytes(new Uint8Array(glb.bytes));
  expect(issues).toMatchObject({ numErrors: 0, numWarnings: 0 });
  expect(info).toMatchObject({ hasDefaultScene: true, drawCallCount: 1 });
  for (const format of ["USDZ (Apple)", "3MF (printing)", "STL", "OBJ", "PLY"]) {
    expect((await save(page, format)).bytes.length).toBeGreaterThan(10_000);
  }

  // A ruler that measures 97 mm shrinks all.
  const ruler = page.getByLabel("What the printed ruler measures");
  await ruler.fill("970");
  await ruler.blur();
  await page.getByText("Enter its length in millimeters").waitFor();
  await ruler.fill("97");
  await ruler.blur();
  await page.getByTestId("wrong-scale").getByText("97.0 %").waitFor();
  const { length } = await readSizes(page);
  expect(Math.abs(length - 0.97 * sizes.length)).toBeLessThanOrEqual(1);

  await page.getByRole("button", { name: "All captures" }).click();
  await page.getByRole("button", { name: /Stone box.* × .* mm · 14 pictures/ }).waitFor();
  await inspect(page, "phone, light", "objects listed");

  // Without a network and without WebGL, sizes and files are still there.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await device.context.setOffline(true);
  const other = await device.context.newPage();
  await other.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (
      this: HTMLCanvasElement,
      kind: string,
      ...rest: unknown[]
    ) {
      return kind === "webgl2" ? null : getContext.call(this, kind as "2d", ...(rest as []));
    } as typeof getContext;
  });
  await other.goto(`${hub.base}/scan/#/3d`);
  await other.getByRole("button", { name: /Stone box/ }).click();
  await other.getByTestId("no-webgl").waitFor();
  expect((await readSizes(other)).length).toBe(length);
  expect((await save(other, "STL")).bytes.length).toBeGreaterThan(10_000);

  await other.getByRole("button", { name: "Delete the object" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Delete the object" }).click();
  await other.reload();
  await device.context.setOffline(false);
  await other.getByText("listed here until you delete them").waitFor();
});

test("the guided camera keeps a picture of each side by itself, in both passes, and they become a model", async () => {
  const page = await openLink("phone, dark");
  await page.getByLabel("Paper").selectOption("A4");
  await page.getByRole("button", { name: "Take pictures with the camera" }).click();
  const dome = page.getByTestId("dome");
  await dome.waitFor();
  const countSides = async () => Number.parseInt((await dome.getAttribute("aria-label"))!, 10);
  await expect.poll(countSides).toBeGreaterThanOrEqual(8);
  await inspect(page, "phone, dark", "object camera");
  const taken = await countSides();
  await page.getByRole("button", { name: "Finish" }).click();
  // The next step has the focus.
  const next = page.getByRole("heading", { name: "3. Turn the object over (optional)" });
  await expect
    .poll(() => next.evaluate((heading) => heading === document.activeElement))
    .toBe(true);
  await inspect(page, "phone, dark", "object to turn over");

  // The second pass begins with an empty dome, and is kept apart.
  await page.getByRole("button", { name: "Take pictures after turning over" }).click();
  await page
    .getByRole("heading", { name: "Take pictures round the object after turning it over" })
    .waitFor();
  expect(await countSides()).toBeLessThan(taken);
  await expect.poll(countSides).toBeGreaterThanOrEqual(2);
  await page.getByRole("button", { name: "Finish" }).click();
  await page
    .getByTestId("turned-count")
    .getByText(/^\d+ pictures after turning over/)
    .waitFor();
  await page.getByRole("button", { name: "Make the object" }).click();
  await waitForViewer(page);
  const count = await page.getByTestId("picture-count").textContent();
  expect(Number.parseInt(count!, 10)).toBeGreaterThanOrEqual(taken);
  await inspect(page, "phone, dark", "object of the camera");
  const { bytes } = await save(page, "GLB");
  const { issues } = await validateBytes(new Uint8Array(bytes));
  expect(issues).toMatchObject({ numErrors: 0, numWarnings: 0 });
});

test("pictures without the mat, too few, and files that are no pictures each get a sentence", async () => {
  const page = await openLink("desktop, dark");
  await inspect(page, "desktop, dark", "object new");
  const buffer = await sharp({
    create: { width: 320, height: 240, channels: 3, background: "#987" },
  })
    .jpeg()
    .toBuffer();
  const plain = Array.from({ length: 8 }, (_, index) => ({
    name: `plain-${index}.jpg`,
    mimeType: "image/jpeg",
    buffer,
  }));
  await choose(page, [{ name: "broken.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no") }]);
  await page.getByTestId("object-trouble").getByText("broken.jpg cannot be read").waitFor();
  await choose(page, plain.slice(0, 3));
  await page.getByText("3 pictures are kept. An object needs at least 8").waitFor();
  await choose(page, plain.slice(3));
  await page.getByRole("button", { name: skip }).click();
  await page.getByTestId("object-problem").getByText("No picture shows the mat").waitFor();
  await page.getByTestId("unused-pictures").getByText("8: The mat is not seen").waitFor();
  await inspect(page, "desktop, dark", "object problem");
  await page.getByRole("button", { name: "Delete these 8 pictures" }).click();
  await page.getByTestId("unused-pictures").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "All captures" }).click();
  await page.getByRole("button", { name: /Not finished · 0 pictures/ }).waitFor();
});

let boxFiles: File[];
beforeAll(async () => {
  boxFiles = await toFiles(photographRounds(() => solids.box, 5));
});
const reopen = async (page: Page, count: number) => {
  await page.reload();
  await page.getByRole("button", { name: `Not finished · ${count} pictures` }).click();
};

test("a second pass after the object was turned over is kept over reloads, and shows its base", async () => {
  const over = turnSolid(solids.box, [1, 0, 0], 180, 70).solid;
  const [box, boxOver] = [boxFiles, await toFiles(photographRounds(() => over, 9))];
  const page = await openLink("desktop, light");
  await choose(page, box.slice(0, 5));
  await page.getByText("5 pictures are kept").waitFor();
  await reopen(page, 5);
  await choose(page, box.slice(5));
  await page.getByTestId("picture-count").getByText("12 pictures").waitFor();
  await page.getByRole("button", { name: skip }).waitFor();
  await reopen(page, 12);
  await inspect(page, "desktop, light", "object to turn over");
  await chooseTurned(page, boxOver.slice(0, 3));
  await page.getByTestId("turned-count").getByText("3 pictures after turning over").waitFor();
  await page.getByRole("button", { name: "Make the object" }).waitFor();
  await reopen(page, 15);
  await page.getByTestId("picture-count").getByText("12 pictures").waitFor();
  await page.getByTestId("turned-count").getByText("At least 8 are needed").waitFor();
  await inspect(page, "desktop, light", "object turned over");

  // With enough pictures, it is made.
  await chooseTurned(page, boxOver.slice(3));
  await page.getByTestId("object-work").waitFor();
  await waitForViewer(page);
  await page.getByTestId("object-base").getByText("The base was photographed").waitFor();
  await page.getByText(/^Made of \d+ pictures and \d+ after turning over in/).waitFor();
  await page.getByTestId("object-base").scrollIntoViewIfNeeded();
  await inspect(page, "desktop, light", "object with its base");
});

test("pictures of another object are not joined, which the page says, and they can be deleted", async () => {
  const figurine = await toFiles(photographRounds(() => solids.figurine, 9, 8));
  const page = await openLink("phone, light");
  await choose(page, boxFiles);
  await page.getByRole("button", { name: skip }).waitFor();
  await chooseTurned(page, figurine);
  await page.getByTestId("object-work").waitFor();
  await waitForViewer(page);
  const base = page.getByTestId("object-base");
  await base.getByText("could not be joined with the first ones").waitFor();
  await page.getByText(/^Made of \d+ pictures in/).waitFor();
  await base.scrollIntoViewIfNeeded();
  await inspect(page, "phone, light", "object not joined");
  await page.getByRole("button", { name: "Delete the 8 pictures after turning over" }).click();
  await base.getByText("The base is closed flat, because the mat hides it").waitFor();
  await page.getByRole("heading", { name: "Add pictures of its underside" }).waitFor();
});

test("an object that was moved between the pictures is not made, and its pictures can be taken again", async () => {
  const page = await openLink("phone, light");
  const moved = moveSolid(solids.shoe, 40);
  const pictures = photographRounds((index) => (index < 6 ? solids.shoe : moved));
  await choose(page, await toFiles(pictures));
  await page.getByRole("button", { name: skip }).click();
  await page.getByTestId("object-problem").getByText("It was moved on the mat").waitFor();
  await inspect(page, "phone, light", "object moved");
  expect(await page.getByTestId("turn-over").count()).toBe(0);
  await page.getByRole("button", { name: "Delete these 12 pictures" }).click();
  await page.getByTestId("picture-count").waitFor({ state: "detached" });
  await page.getByText("Do not move it until you are done").waitFor();
});
