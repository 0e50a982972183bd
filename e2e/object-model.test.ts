/// <reference path="../packages/objects/src/testing/gltf-validator.d.ts" />
// Pictures of an object on the printed mat become a measured model, which stays on the device and
// is never posted.
import { validateBytes } from "gltf-validator";
import { expect, test } from "vitest";
import { inspect } from "./inspect.ts";
import { countOrange, readSizes, save, waitForViewer } from "./objects/object-page.ts";
import {
  boxFiles,
  choose,
  device,
  hub,
  openLink,
  skip,
  useObjectPage,
} from "./objects/use-object-page.ts";

useObjectPage({ hasCamera: false });

test("photos of a box become a model of its size, over a reload, that is measured, saved and deleted", async () => {
  const page = await openLink("phone, light", undefined, { serviceWorker: true });
  await inspect(page, "phone, light", "object new");
  await page.getByLabel("Paper").selectOption("A4");
  const mat = await save(page, "Save the mat (PDF)");
  expect(mat.name).toBe("scanhook-mat-a4.pdf");
  expect(mat.bytes.subarray(0, 5).toString()).toBe("%PDF-");

  // The pictures are kept first. The mat is on other paper than the one that is chosen.
  await page.getByLabel("Paper").selectOption("Letter");
  await choose(page, boxFiles);
  await page.getByRole("button", { name: skip }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByTestId("make-problem").getByText("Stopped").waitFor();

  // The work begins again after a reload.
  await page.getByRole("button", { name: "Make the object" }).click();
  const progress = page.getByTestId("object-work").getByRole("progressbar");
  await expect.poll(() => progress.getAttribute("value").then(Number)).toBeGreaterThan(0);
  await page.reload();
  await page.getByRole("button", { name: /Not finished · 12 pictures/ }).click();
  await page.getByTestId("object-work").waitFor();
  await inspect(page, "phone, light", "object work");
  await waitForViewer(page);

  expect(await page.getByLabel("Paper").inputValue()).toBe("a4");
  const sizes = await readSizes(page);
  await page.getByText("There are few pictures. Take at least 24").waitFor();
  for (const ratio of [sizes.length / 80, sizes.width / 55, sizes.height / 44]) {
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
  await page.getByRole("button", { name: /Stone box.* × .* mm · 12 pictures/ }).waitFor();
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
