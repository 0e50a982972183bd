import { expect, test } from "vitest";
import { manifest } from "./manifest.ts";
import { readSystemTexts } from "./system-texts.ts";

const others = [...readSystemTexts().keys()].filter((tag) => tag !== "en");

test("the manifest is in English, with the same texts in every other language", () => {
  expect(manifest.lang).toBe("en");
  expect(manifest.description).toBe(
    "Scans QR codes, barcodes and NFC tags and sends each scan to your own receiver.",
  );
  const translations = [manifest.description_localized];
  translations.push(...manifest.shortcuts.map(({ name_localized }) => name_localized));
  for (const each of translations) expect(Object.keys(each)).toEqual(others);
  expect(manifest.shortcuts[3]).toMatchObject({
    name: "Document Scan",
    name_localized: { de: "Dokument scannen", fr: "Numériser un document" },
    url: "/scan/#/scan-document",
  });
});
