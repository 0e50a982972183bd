import { expect, test } from "vitest";
import { overlap } from "../geometry/polygon.ts";
import { readLabelledPhotos } from "../testing/labelled-photos.ts";
import { findPage } from "./find-page.ts";

const folder = process.env.DOCUMENTS_CORPUS;
if (!folder)
  console.log("Skipped: finding pages in real photos, because DOCUMENTS_CORPUS is not set.");

test.skipIf(!folder)("finds the pages of real photos", async () => {
  const overlaps: Record<string, number> = {};
  for await (const { file, picture, page } of readLabelledPhotos(folder!))
    overlaps[file] = overlap(findPage(picture) ?? [], page);
  const values = Object.values(overlaps);
  const mean = values.reduce((sum, value) => sum + value) / values.length;
  console.log(`Mean overlap ${mean.toFixed(3)} in ${values.length} photos.`);
  expect(mean).toBeGreaterThanOrEqual(0.97);
  expect(Object.entries(overlaps).filter(([, value]) => value <= 0.9)).toEqual([]);
});
