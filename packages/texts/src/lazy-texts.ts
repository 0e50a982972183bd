import { type Messages, makeTexts } from "./make-texts.ts";
import { pageLocale, settleLanguage } from "./reader.ts";

/** Loads the texts of an area in one language, by its file, such as `./de/history.json`. */
type Files = Record<string, () => Promise<unknown>>;

/** The loads that textsReady waits for. A load that failed stays, and is tried again. */
const waiting = new Set<() => Promise<void>>();

/**
 * Returns the texts of an area. They are missing until textsReady resolves, so only code that runs
 * after that may read them, such as components. `files` has the file of each language, as
 * `import.meta.glob` returns it. The objects of `sections` exist from the start, so that modules
 * can export them.
 */
export function lazyTexts<T extends object>(files: Files, sections: readonly (keyof T)[] = []): T {
  const texts = Object.fromEntries(sections.map((name) => [name, {}])) as T;
  const languages = new Map(
    Object.entries(files).map(([path, open]) => [path.split("/").at(-2)!, open]),
  );
  let loading: Promise<void> | undefined;

  function load(): Promise<void> {
    loading ??= loadTexts().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  async function loadTexts(): Promise<void> {
    const made = await openTexts();
    for (const name of sections) made[name] = Object.assign(texts[name] as object, made[name]);
    Object.assign(texts, made);
    waiting.delete(load);
  }

  /** Opens the file of the reader's language, or the English one if only that can be loaded. */
  async function openTexts(): Promise<T> {
    const language = settleLanguage([...languages.keys()]);
    try {
      return makeTexts<T>((await languages.get(language)!()) as Messages, pageLocale());
    } catch (error) {
      if (language === "en") throw error;
      return makeTexts<T>((await languages.get("en")!()) as Messages, "en");
    }
  }

  waiting.add(load);
  // Starts now. Whoever waits for it hears of a failure.
  load().catch(() => {});
  return texts;
}

/**
 * Resolves when the texts of all modules that have been imported so far are loaded, in English if
 * those of the reader's language cannot be loaded, as without a network. Rejects if neither can be
 * loaded; the next call tries again.
 */
export async function textsReady(): Promise<void> {
  await Promise.all([...waiting].map((load) => load()));
}

/** Imports a part of a page, and resolves when its texts are loaded, too. */
export async function withTexts<Part>(part: Promise<Part>): Promise<Part> {
  const loaded = await part;
  await textsReady();
  return loaded;
}
