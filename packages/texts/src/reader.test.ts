import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  chooseLanguage,
  pageLanguage,
  pageLanguages,
  pageLocale,
  readChosenLanguage,
  settleLanguage,
} from "./reader.ts";

const reload = vi.fn();

beforeEach(() => {
  const stored = new Map<string, string>();
  reload.mockReset();
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  settleLanguage(["en"]);
});

function openPage(device: readonly string[], available: readonly string[]) {
  const root = { lang: "", dir: "" };
  vi.stubGlobal("navigator", { languages: device });
  vi.stubGlobal("document", { documentElement: root });
  settleLanguage(available);
  return root;
}

test("a page takes the first language of the device that it has, and declares it", () => {
  const root = openPage(["fr-CA", "de-AT", "en-US"], ["en", "de"]);
  expect([pageLanguage(), pageLocale(), root.lang]).toEqual(["de", "de-AT", "de"]);
  expect(pageLanguages()).toEqual(["en", "de"]);
});

test("a page without a language of the device is English", () => {
  const root = openPage(["fr"], ["en", "de"]);
  expect([pageLanguage(), pageLocale(), root.lang]).toEqual(["en", "en", "en"]);
});

test("a language that is written from right to left turns the page around", () => {
  expect(openPage(["ar-EG"], ["en", "ar"]).dir).toBe("rtl");
  expect(openPage(["de"], ["en", "de"]).dir).toBe("ltr");
});

test("a choice wins over the device until it is taken back, and reloads the page", () => {
  openPage(["en-US"], ["en", "de"]);
  expect(chooseLanguage("de")).toBe(true);
  expect(readChosenLanguage()).toBe("de");
  openPage(["en-US"], ["en", "de"]);
  expect([pageLanguage(), pageLocale()]).toEqual(["de", "de"]);
  expect(chooseLanguage(undefined)).toBe(true);
  openPage(["en-US"], ["en", "de"]);
  expect([readChosenLanguage(), pageLanguage()]).toEqual([undefined, "en"]);
  expect(reload).toHaveBeenCalledTimes(2);
});

test("a choice that the browser does not store changes nothing, and says so", () => {
  const refuse = () => {
    throw new DOMException("no storage", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  openPage(["en-US"], ["en", "de"]);
  expect([chooseLanguage("de"), pageLanguage()]).toEqual([false, "en"]);
  expect(reload).not.toHaveBeenCalled();
});
