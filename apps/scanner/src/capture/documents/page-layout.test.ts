import { frameQuad } from "@scanhook/documents";
import { expect, test } from "vitest";
import type { DocumentPage } from "./document.ts";
import { layOutPage } from "./page-layout.ts";

/** A photo with the usual ratio of 3 to 4, whose corners are those of the whole picture. */
const photo: DocumentPage = {
  id: "photo",
  width: 3000,
  height: 4000,
  corners: frameQuad({ width: 3000, height: 4000 }),
  quarterTurns: 0,
  style: "color",
};

test("a photo in which no page was found does not become Letter, whose ratio is near that of cameras", () => {
  expect(layOutPage(photo, undefined).paper).toMatchObject({ name: "guess", height: 297 });
});

test("a picture that is a whole page, a page that was found, and a chosen paper have a known size", () => {
  expect(layOutPage({ ...photo, isWholePage: true }, undefined).paper.name).toBe("Letter");
  const found = photo.corners.map(({ x, y }) => ({ x: 300 + 0.8 * x, y: 400 + 0.8 * y }));
  const corners = found as unknown as DocumentPage["corners"];
  expect(layOutPage({ ...photo, corners }, undefined).paper.name).toBe("Letter");
  expect(layOutPage(photo, "A4").paper).toMatchObject({ name: "A4", width: 210, height: 297 });
});
