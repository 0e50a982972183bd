import { settleLanguage } from "@scanhook/texts/reader";
import { afterEach, expect, test, vi } from "vitest";
import { askInPageLanguage } from "./response-language.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  settleLanguage(["en"]);
});

function openPage({ device, chosen }: { device: string[]; chosen?: string }) {
  vi.stubGlobal("navigator", { languages: device });
  vi.stubGlobal("localStorage", { getItem: () => chosen ?? null });
  settleLanguage(["en", "de"]);
}

const languageOf = (init: RequestInit | undefined) =>
  new Headers(init?.headers).get("accept-language");
const post = { method: "POST", headers: { "content-type": "application/json" } };

test("a request from a page in the device's language is left to the browser", () => {
  openPage({ device: ["de-AT", "en"] });
  expect(askInPageLanguage(post, "de-AT")).toBe(post);
  expect(askInPageLanguage(undefined, "de-AT")).toBeUndefined();
});

test("a request names the language that the person chose, and keeps its other headers", () => {
  openPage({ device: ["en-US"], chosen: "de" });
  const init = askInPageLanguage(post, "en-US");
  expect(languageOf(init)).toBe("de");
  expect(new Headers(init?.headers).get("content-type")).toBe("application/json");
  expect(init?.method).toBe("POST");
});

test("a request names the variant of the device, with its clock", () => {
  openPage({ device: ["en-US", "de-CH"], chosen: "de" });
  expect(languageOf(askInPageLanguage(undefined, "en-US"))).toBe("de-CH");
});

test("a request from a page without the first language of the device names that of the page", () => {
  openPage({ device: ["fr", "de-CH"] });
  expect(languageOf(askInPageLanguage(post, "fr"))).toBe("de-CH");
});

test("a request of the native app always names the language", () => {
  openPage({ device: ["de-AT"] });
  expect(languageOf(askInPageLanguage(post, undefined))).toBe("de-AT");
});
