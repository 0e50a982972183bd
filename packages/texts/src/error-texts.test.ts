import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createErrorTexts } from "./error-texts.ts";
import { settleLanguage } from "./reader.ts";

const english = { codes: { closing: "The hub is shutting down." }, reasons: {} };
const german = { codes: { closing: "Der Hub wird beendet." }, reasons: {} };
const error = { code: "closing", message: english.codes.closing };

beforeEach(() => {
  vi.stubGlobal("navigator", { languages: ["de-AT"] });
});

afterEach(() => {
  vi.unstubAllGlobals();
  settleLanguage([]);
});

test("on an English page, an error is the hub's own sentence, and nothing is loaded", async () => {
  settleLanguage(["en"]);
  const open = vi.fn(async () => english);
  const { sayError, sayCode } = createErrorTexts({ "./en/errors.json": open });
  expect(await sayError({ ...error, message: "The hub says more." })).toBe("The hub says more.");
  expect(open).not.toHaveBeenCalled();
  expect(await sayCode("closing")).toBe("The hub is shutting down.");
  expect(await sayCode("constructor")).toBeUndefined();
});

test("on a page in another language, an error is said in it", async () => {
  settleLanguage(["en", "de"]);
  const files = { "./en/errors.json": async () => english, "./de/errors.json": async () => german };
  const { sayError, sayCode } = createErrorTexts(files);
  expect(await sayError(error)).toBe("Der Hub wird beendet.");
  expect(await sayError({ code: "future", message: "New." })).toBe("New.");
  expect(await sayCode("closing")).toBe("Der Hub wird beendet.");
});

test("an error stays in English if its texts cannot be loaded", async () => {
  settleLanguage(["en", "de"]);
  const fail = () => Promise.reject(new TypeError("Failed to fetch"));
  const unloadable = { "./en/errors.json": async () => english, "./de/errors.json": fail };
  for (const files of [unloadable, { "./en/errors.json": async () => english }]) {
    expect(await createErrorTexts(files).sayError(error)).toBe("The hub is shutting down.");
  }
});
