// The languages in which the text of documents is read: those of the build are chosen in the
// settings.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { textEngineFolder } from "../apps/scanner/text-engine.ts";
import { pageFolders } from "../scripts/build.ts";
import { sizes } from "./browser.ts";
import { drawNotePhoto } from "./camera/note-photo.ts";
import { inspect } from "./inspect.ts";
import { appUrl, context, folder, openPhone, page, usePhones } from "./ways-in.ts";

usePhones();

const hasGerman = existsSync(new URL(`${textEngineFolder}/deu.traineddata`, pageFolders.scanner));
if (!hasGerman)
  console.warn("Skipped: reading German, because @tesseract.js-data/deu was not built in.");

test.each(sizes)(
  "the settings show the languages of this hub and how to add others: %s",
  async (look) => {
    await openPhone(look, { nfc: false });
    await page.goto(appUrl("#/more/settings"));
    const languages = page.getByTestId("text-languages");
    const english = languages.getByRole("switch", { name: "English" });
    expect(await english.getAttribute("aria-checked")).toBe("true");
    // Without any language no text could be read, so the last one stays.
    await english.click();
    expect(await english.getAttribute("aria-checked")).toBe("true");
    await languages.getByText("npm install @tesseract.js-data/").waitFor();
    await languages.scrollIntoViewIfNeeded();
    await inspect(page, look, "settings languages");
  },
);

test.skipIf(!hasGerman)(
  "text is read in the language that was chosen, also offline once its data was used",
  async () => {
    const photo = await drawNotePhoto(join(folder.data, "note.jpg"), {
      title: "Größe der Schlüssel",
      degrees: 0,
    });
    await openPhone("phone, light", { nfc: false, serviceWorker: true });
    await page.goto(appUrl("#/more/settings"));
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.getByRole("switch", { name: "Deutsch" }).click();
    await page.getByRole("switch", { name: "English" }).click();
    for (const isOffline of [false, true]) {
      await context.setOffline(isOffline);
      await page.goto(appUrl("#/document"));
      await page.reload();
      await page.getByTestId("document-pictures").setInputFiles(photo);
      await page.getByText("Reads Deutsch, on this device.").waitFor();
      await page.getByRole("button", { name: "Read the text" }).click();
      await page.getByText("All pages have their text.").waitFor();
      const saving = page.waitForEvent("download");
      await page.getByRole("button", { name: "Save PDF" }).click();
      const pdf = await readFile(await (await saving).path(), "latin1");
      expect(pdf).toContain("<rdf:li>de</rdf:li>");
      await page.getByRole("button", { name: "Correct page 1" }).click();
      await page.getByTestId("text-layer").getByText("Größe der Schlüssel").waitFor();
    }
    const kept = await page.evaluate(async (engine) => {
      const keys = await (await caches.open(engine)).keys();
      return keys
        .map(({ url }) => url.split("/").at(-1))
        .filter((name) => name?.includes("trained"));
    }, basename(textEngineFolder));
    expect(kept).toEqual(["deu.traineddata"]);
  },
);
