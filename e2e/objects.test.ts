/// <reference path="../packages/objects/src/testing/gltf-validator.d.ts" />
// Taking the pictures of an object: with the camera, in a second pass, and again where they are
// wrong. These stories show what the page asks the worker for, and what it does with the answer.
// That pictures become a model is in object-model.test.ts; that two passes are joined or not, and
// that an object was moved, in packages/objects/src/reconstruct.test.ts; and which picture is of
// which pass in apps/scanner/src/capture/objects/make-of-passes.test.ts.
import { validateBytes } from "gltf-validator";
import type { Page } from "playwright";
import sharp from "sharp";
import { expect, test } from "vitest";
import { inspect } from "./inspect.ts";
import { answerMaking } from "./objects/answer-making.ts";
import { save, waitForViewer } from "./objects/object-page.ts";
import {
  boxFiles,
  choose,
  chooseTurned,
  openLink,
  skip,
  useObjectPage,
} from "./objects/use-object-page.ts";

useObjectPage({ hasCamera: true });

/** The passes of twelve pictures and of twelve more after turning over. */
const twice = Array.from({ length: 24 }, (_, index) => (index < 12 ? 1 : 2));

test("the guided camera keeps a picture of each side by itself, in both passes, and all of them are worked on", async () => {
  const making = answerMaking();
  const page = await openLink("phone, dark", making.prepare);
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
  // Frames are pictures in the size of the film.
  const { passes, sizes } = await making.asked;
  expect(passes.filter((pass) => pass === 1).length).toBeGreaterThanOrEqual(taken);
  expect(passes.filter((pass) => pass === 2).length).toBeGreaterThanOrEqual(2);
  expect(sizes).toEqual(passes.map(() => [480, 360]));
  making.answer({ kind: "made", base: "not-joined" });
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
  await page.getByTestId("object-problem").getByText("broken.jpg cannot be read").waitFor();
  await choose(page, plain.slice(0, 3));
  await page.getByText("3 pictures are kept. An object needs at least 8").waitFor();
  await choose(page, plain.slice(3));
  await page.getByRole("button", { name: skip }).click();
  await page.getByTestId("make-problem").getByText("No picture shows the mat").waitFor();
  await page.getByTestId("unused-pictures").getByText("8: The mat is not seen").waitFor();
  await inspect(page, "desktop, dark", "object problem");
  await page.getByRole("button", { name: "Delete these 8 pictures" }).click();
  await page.getByTestId("unused-pictures").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "All captures" }).click();
  await page.getByRole("button", { name: /Not finished · 0 pictures/ }).waitFor();
});

const reopen = async (page: Page, count: number) => {
  await page.reload();
  await page.getByRole("button", { name: `Not finished · ${count} pictures` }).click();
};

test("a second pass after the object was turned over is kept over reloads, and shows its base", async () => {
  const making = answerMaking();
  const page = await openLink("desktop, light", making.prepare);
  await choose(page, boxFiles.slice(0, 5));
  await page.getByText("5 pictures are kept").waitFor();
  await reopen(page, 5);
  await choose(page, boxFiles.slice(5));
  await page.getByTestId("picture-count").getByText("12 pictures").waitFor();
  await page.getByRole("button", { name: skip }).waitFor();
  await reopen(page, 12);
  await inspect(page, "desktop, light", "object to turn over");
  await chooseTurned(page, boxFiles.slice(0, 3));
  await page.getByTestId("turned-count").getByText("3 pictures after turning over").waitFor();
  await page.getByRole("button", { name: "Make the object" }).waitFor();
  await reopen(page, 15);
  await page.getByTestId("picture-count").getByText("12 pictures").waitFor();
  await page.getByTestId("turned-count").getByText("At least 8 are needed").waitFor();
  await inspect(page, "desktop, light", "object turned over");

  // With enough pictures, it is made.
  await chooseTurned(page, boxFiles.slice(3));
  await page.getByTestId("object-work").waitFor();
  expect((await making.asked).passes).toEqual(twice);
  making.answer({ kind: "made", base: "seen" });
  await waitForViewer(page);
  await page.getByTestId("object-base").getByText("The base was photographed").waitFor();
  await page.getByText(/^Made of 12 pictures and 12 after turning over in/).waitFor();
  await page.getByTestId("object-base").scrollIntoViewIfNeeded();
  await inspect(page, "desktop, light", "object with its base");
});

test("pictures of another object are not joined, which the page says with why its size is a guess, and they can be deleted", async () => {
  const making = answerMaking();
  const page = await openLink("phone, light", making.prepare);
  await choose(page, boxFiles);
  await page.getByRole("button", { name: skip }).waitFor();
  await chooseTurned(page, boxFiles.slice(0, 8));
  await page.getByTestId("object-work").waitFor();
  expect((await making.asked).passes).toEqual(twice.slice(0, 20));
  const warnings = ["beyond-mat", "views-disagree"] as const;
  making.answer({ kind: "made", base: "not-joined", warnings: [...warnings], isGuess: true });
  await waitForViewer(page);
  const sizes = page.getByTestId("object-sizes").locator(".note.warn");
  expect(await sizes.first().textContent()).toMatch(/^The size is a guess: a side may be off by/);
  await sizes.getByText("The object reaches the edge of the mat, or is too high").waitFor();
  await sizes.getByText("The pictures do not show one outline of one object").waitFor();
  const base = page.getByTestId("object-base");
  await base.getByText("could not be joined with the first ones").waitFor();
  await page.getByText(/^Made of 12 pictures in/).waitFor();
  await base.scrollIntoViewIfNeeded();
  await inspect(page, "phone, light", "object not joined");
  await page.getByRole("button", { name: "Delete the 8 pictures after turning over" }).click();
  await base.getByText("The base is closed flat, because the mat hides it").waitFor();
  await page.getByRole("heading", { name: "Add pictures of its underside" }).waitFor();
});

test("an object that was moved between the pictures is not made, and its pictures can be taken again", async () => {
  const making = answerMaking();
  const page = await openLink("phone, light", making.prepare);
  await choose(page, boxFiles);
  await page.getByRole("button", { name: skip }).click();
  expect((await making.asked).passes).toEqual(twice.slice(0, 12));
  making.answer({ kind: "not-made", problem: "object-moved" });
  await page.getByTestId("make-problem").getByText("It was moved on the mat").waitFor();
  await inspect(page, "phone, light", "object moved");
  expect(await page.getByTestId("turn-over").count()).toBe(0);
  await page.getByRole("button", { name: "Delete these 12 pictures" }).click();
  await page.getByTestId("picture-count").waitFor({ state: "detached" });
  await page.getByText("Do not move it until you are done").waitFor();
});
