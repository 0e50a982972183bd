// What the pages of docs/app show of the command line is run, and what they call a scan is what is sent.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { toBuffer } from "bwip-js/node";
import { expect, test } from "vitest";
import { blockWith, followPage } from "./testing/worked-page.ts";

test("codes: the picture of a label is read", async () => {
  await using followed = await followPage("docs/app/codes.md");
  const picture = await toBuffer({ bcid: "ean13", text: "4006381333931", scale: 3, padding: 10 });
  await writeFile(join(followed.folder, "label.png"), picture);
  const [step] = await followed.runAll();
  expect(step?.said).toContain("4006381333931");
});

test("NFC tags: the bytes of a tag give the scan that is shown", async () => {
  await using followed = await followPage("docs/app/nfc-tags.md");
  for (const { said, shown } of await followed.runAll()) expect(said).toBe(shown);
});

test("OpenPrintTag: the bytes of a tag give the scan that is shown, and all its fields", async () => {
  const page = "docs/app/openprinttag.md";
  await using followed = await followPage(page);
  const [step] = await followed.runAll();
  const { scan, openPrintTag } = JSON.parse(step!.said);
  const shown = JSON.parse(blockWith(page, "json"));
  expect({ ...scan, date: shown.date }).toEqual(shown);
  expect(openPrintTag.main).toMatchObject({ min_print_temperature: 205 });
});
