import { afterEach, expect, test, vi } from "vitest";
import { lazyTexts, textsReady, withTexts } from "./lazy-texts.ts";
import { settleLanguage } from "./reader.ts";

type Greeting = { form: { hello: string; count: (values: { count: number }) => string } };

const english = { form: { hello: "Hello", count_one: "1 tag", count_other: "{{count}} tags" } };
const german = { form: { hello: "Hallo", count_one: "1 Tag", count_other: "{{count}} Tags" } };
const offline = () => Promise.reject(new TypeError("Failed to fetch"));

afterEach(async () => {
  vi.unstubAllGlobals();
  settleLanguage(["en"]);
  await textsReady();
});

/** Returns texts on a device that prefers German. */
function openGerman(load: { en: () => Promise<unknown>; de: () => Promise<unknown> }) {
  vi.stubGlobal("navigator", { languages: ["de-DE", "en"] });
  return lazyTexts<Greeting>({ "./en/form.json": load.en, "./de/form.json": load.de }, ["form"]);
}

test("texts are those of the reader's language once they are ready", async () => {
  const texts = openGerman({ en: async () => english, de: async () => german });
  const { form } = texts;
  expect(form).toEqual({});
  await textsReady();
  expect([form.hello, texts.form === form]).toEqual(["Hallo", true]);
  expect([form.count({ count: 1 }), form.count({ count: 1200 })]).toEqual(["1 Tag", "1.200 Tags"]);
});

test("texts that cannot be loaded are English, with English numbers", async () => {
  const texts = openGerman({ en: async () => english, de: offline });
  await textsReady();
  expect(texts.form.hello).toBe("Hello");
  expect(texts.form.count({ count: 1200 })).toBe("1,200 tags");
});

test("English is not loaded while the reader's language is there", async () => {
  const en = vi.fn(async () => english);
  openGerman({ en, de: async () => german });
  await textsReady();
  expect(en).not.toHaveBeenCalled();
});

test("texts that cannot be loaded in any language fail, and are tried again", async () => {
  let hasNetwork = false;
  const de = () => (hasNetwork ? Promise.resolve(german) : offline());
  const texts = openGerman({ en: offline, de });
  await expect(textsReady()).rejects.toThrow("Failed to fetch");
  hasNetwork = true;
  await textsReady();
  expect(texts.form.hello).toBe("Hallo");
});

test("a part of a page resolves with its texts", async () => {
  const part = Promise.resolve().then(() => ({
    texts: openGerman({ en: async () => english, de: async () => german }),
  }));
  expect((await withTexts(part)).texts.form.hello).toBe("Hallo");
});
