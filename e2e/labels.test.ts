import { readFile } from "node:fs/promises";
import { createCodeReader } from "@scanhook/codes";
import { readerWasm } from "@scanhook/codes/node";
import sharp from "sharp";
import { expect, test } from "vitest";
import { openDevice, sizes } from "./browser.ts";
import { inspect } from "./inspect.ts";
import { api, browser, openDashboard, useOwner } from "./owner.ts";

useOwner();

// Costs 3 s for each look.
test.each(sizes)(
  "an owner sees the label before it is printed, and saves it as a picture, on a %s screen",
  async (look) => {
    const name = `parts-${look}`;
    await api("POST", "/api/registers", { name, title: "Storeroom", kind: "stock", rules: {} });
    const add = (entry: object) => api("POST", `/api/registers/${name}/entries`, entry);
    await add({ label: "Shelf A1", role: "place", keys: ["t:P-A1"] });
    await add({ label: "Bolts", group: "Metal", fields: { Size: "M8" }, keys: ["t:BOLTS"] });
    await add({ label: "ボルト", keys: ["t:BORUTO"] });
    const { page, context, errors } = await openDevice(browser, look);
    await openDashboard(page, `#/edit-register/${name}`);
    const choose = (label: string, option: string) =>
      page.getByRole("combobox", { name: label, exact: true }).selectOption(option);
    await page.getByText("3 labels; this is the first.").waitFor();
    await page.getByText("1 lacks a name or a detail").waitFor();
    await choose("Labels of", "places");
    await choose("Paper", "Roll, 62 mm");
    await choose("Format of the code", "Data Matrix");
    await page.getByLabel("Title of the register").uncheck();
    await page.getByText("1 label; this is the first.").waitFor();
    const picture = page.getByAltText("The first label");
    // 62 mm in CSS pixels.
    const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBe(234);
    const pdf = await page.getByRole("link", { name: "Open the PDF" }).getAttribute("href");
    expect(pdf).toMatch(/\?paper=roll62&format=datamatrix&without=title&role=place$/);
    await picture.scrollIntoViewIfNeeded();
    await inspect(page, look, "labels of a stock");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save this label as PNG" }).click();
    const label = sharp(await readFile(await (await download).path()));
    const { data, info } = await label.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(info.width).toBeCloseTo((62 / 25.4) * 300, -1);
    const reader = await createCodeReader({ wasm: await readerWasm(), formats: ["datamatrix"] });
    const readings = await reader.still({ ...info, data: new Uint8ClampedArray(data) });
    expect(readings.map(({ content }) => content)).toEqual(["P-A1"]);
    expect(errors).toEqual([]);
    await context.close();
  },
);
