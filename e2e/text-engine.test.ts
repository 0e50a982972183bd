import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { textEngineFolder } from "../apps/scanner/text-engine.ts";
import { encodePgm, toGreyMap } from "../packages/documents/src/ocr/grey-map.ts";
import {
  composeLines,
  drawPrintedPage,
  findMissingFonts,
} from "../packages/documents/src/ocr/testing/printed-page.ts";
import { appUrl, context, errors, openPhone, page, usePhones } from "./ways-in.ts";

// The text engine as the hub serves it: under the policy of the page, from its own origin, and
// offline after the first use.
usePhones();

const missingFonts = await findMissingFonts();
if (missingFonts) console.warn(`Skipped: the story of the text engine, because ${missingFonts}.`);

const enginePath = createRequire(import.meta.url).resolve("tesseract.js/dist/tesseract.min.js");

type Engine = {
  createWorker(language: string, mode: number, options: object): Promise<EngineWorker>;
};
type EngineWorker = {
  recognize(picture: Uint8Array): Promise<{ data: { text: string } }>;
  terminate(): Promise<void>;
};

/** Reads a picture in the page, through the same files and options as the app. */
async function readInPage(picture: Uint8Array): Promise<string> {
  await page.evaluate(await readFile(enginePath, "utf8"));
  return page.evaluate(
    async ([folder, picture]) => {
      const { Tesseract } = globalThis as unknown as { Tesseract: Engine };
      const files = new URL(`${folder}/`, document.baseURI).href;
      const failed = Promise.withResolvers<never>();
      const options = {
        workerPath: `${files}worker.js`,
        corePath: `${files}tesseract-core-simd-lstm.js`,
        langPath: files,
        gzip: false,
        workerBlobURL: false,
        cacheMethod: "none",
        errorHandler: failed.reject,
      };
      const starting = Tesseract.createWorker("eng", 1, options);
      const worker = await Promise.race([starting, failed.promise]);
      const bytes = Uint8Array.from(atob(picture!), (character) => character.charCodeAt(0));
      const { data } = await worker.recognize(bytes);
      await worker.terminate();
      return data.text.trim();
    },
    [textEngineFolder, Buffer.from(picture).toString("base64")] as const,
  );
}

test.skipIf(missingFonts)(
  "the text engine reads a page from the files of the hub, and offline once it has been used",
  async () => {
    const lines = composeLines(20);
    const picture = encodePgm(toGreyMap(await drawPrintedPage(lines)));
    await openPhone("phone, light", { serviceWorker: true });
    const requests: string[] = [];
    context.on("request", (request) => requests.push(request.url()));
    await page.goto(appUrl(""));
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller)
        await new Promise((resolve) =>
          navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
        );
    });
    const kept = () =>
      page.evaluate(async () =>
        (await caches.keys()).filter((name) => name.startsWith("text-engine")),
      );
    expect(await kept()).toEqual([]);
    // Earlier versions named the cache by the version of the engine alone.
    const earlier = basename(textEngineFolder).replace(/-[^-]+$/, "");
    await page.evaluate(async (name) => {
      const cache = await caches.open(name);
      await cache.put(`assets/${name}/worker.js`, new Response("throw new Error('outdated')"));
    }, earlier);
    expect(await kept()).toEqual([earlier]);
    expect(await readInPage(picture)).toBe(lines.join("\n"));
    await expect.poll(kept).toEqual([basename(textEngineFolder)]);
    await context.setOffline(true);
    await page.reload();
    expect(await readInPage(picture)).toBe(lines.join("\n"));
    const origin = new URL(page.url()).origin;
    expect(requests.filter((url) => new URL(url).origin !== origin)).toEqual([]);
    expect(errors).toEqual([]);
  },
);
