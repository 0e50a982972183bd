// PDF files of office scanners, whose decoders are loaded when they are needed, and then work
// without a network.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import {
  addPictures,
  context,
  errors,
  folder,
  openDocuments,
  page,
  useDocuments,
} from "./document-device.ts";

useDocuments({ camera: false });

const scanned = new URL(
  "../packages/documents/src/pdf/reading/fixtures/mixed.pdf",
  import.meta.url,
);

test("pages in JBIG2 and JPEG 2000 are added, also offline later, and a damaged one is named", async () => {
  const bytes = await readFile(scanned);
  const intact = join(folder.data, "scanned.pdf");
  await writeFile(intact, bytes);
  const damaged = join(folder.data, "damaged.pdf");
  // The marker of the first tile-part of JPEG 2000.
  const tilePart = bytes.indexOf(Buffer.of(0xff, 0x90, 0, 10));
  await writeFile(damaged, bytes.fill(0, tilePart, tilePart + 12));

  await openDocuments("phone, light", { serviceWorker: true });
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
      );
  });
  const loaded: string[] = [];
  context.on("request", (request) => loaded.push(request.url()));
  const countDecoders = () =>
    loaded.filter((url) => /jbig2|openjpeg|image_decoders/.test(url)).length;
  expect(countDecoders()).toBe(0);
  await addPictures(intact);
  await page.getByRole("img", { name: "Page 3" }).waitFor();
  expect(await page.getByText("of this PDF").count()).toBe(0);
  expect(countDecoders()).toBeGreaterThanOrEqual(3);

  await context.setOffline(true);
  await page.reload();
  await page.getByRole("heading", { name: "Documents" }).waitFor();
  const noPdf = join(folder.data, "no.pdf");
  await writeFile(noPdf, "no PDF");
  await addPictures(damaged, noPdf, intact);
  await page.getByRole("img", { name: "Page 5" }).waitFor();
  // The files after it leave the notice about the first one.
  await page
    .getByText(
      "“damaged.pdf” was added without some of its pages: The picture on page 2 of this PDF is damaged; ",
    )
    .waitFor();
  await page.getByText("“no.pdf” was not added: ").waitFor();
  await expect.poll(() => page.getByRole("img", { name: /^Page \d+$/ }).count()).toBe(5);
  expect(errors).toEqual([]);
});

test("blank pictures of 196 megapixels in a few kB are refused, and not decoded", async () => {
  const blank = join(folder.data, "blank.png");
  const drawn = join(folder.data, "drawn.svg");
  const side = 14_000;
  await sharp({
    create: { width: side, height: side, channels: 3, background: "white" },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9, palette: true, colours: 2 })
    .toFile(blank);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"/>`;
  await writeFile(drawn, svg);
  await openDocuments();
  await addPictures(blank, drawn);
  await page.getByText("“drawn.svg” has more pixels than this device can open").waitFor();
  await page.getByText("“blank.png” has more pixels than this device can open").waitFor();
  expect(await page.getByRole("img", { name: "Page 1" }).count()).toBe(0);
  expect(errors).toEqual([]);
});
