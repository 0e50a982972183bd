// The commands on the pages of docs/app are run, and the scans they show are the scans that are
// sent.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { toBuffer } from "bwip-js/node";
import { expect, test } from "vitest";
import { findCodeBlock, followPage } from "./testing/worked-page.ts";

test("the page on codes shows how the picture of a label is read", async () => {
  await using followed = await followPage("docs/app/codes.md");
  const picture = await toBuffer({ bcid: "ean13", text: "4006381333931", scale: 3, padding: 10 });
  await writeFile(join(followed.folder, "label.png"), picture);
  const [step] = await followed.runAll();
  expect(step?.output).toContain("4006381333931");
});

test("the page on NFC tags shows the scan that the bytes of the tag give", async () => {
  await using followed = await followPage("docs/app/nfc-tags.md");
  for (const { output, shown } of await followed.runAll()) expect(output).toBe(shown);
});

test("the page on OpenPrintTag shows the scan and the fields that the bytes of the tag give", async () => {
  const page = "docs/app/openprinttag.md";
  await using followed = await followPage(page);
  const [step] = await followed.runAll();
  const { scan, openPrintTag } = JSON.parse(step!.output);
  const shown = JSON.parse(findCodeBlock(page, "json"));
  expect({ ...scan, date: shown.date }).toEqual(shown);
  expect(openPrintTag.main).toMatchObject({ min_print_temperature: 205 });
});

test("the page on spools shows the spool that the bytes of the tag give", async () => {
  const page = "docs/app/spools.md";
  await using followed = await followPage(page);
  const [step] = await followed.runAll();
  const { scan, spool } = JSON.parse(step!.output);
  expect(spool).toEqual(JSON.parse(findCodeBlock(page, "json")));
  expect(JSON.parse(scan.content)).toMatchObject({ protocol: "openspool", type: "PLA" });
});
