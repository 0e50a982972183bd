import { textLanguages } from "@scanhook/documents";

/**
 * Set by `text-engine.ts` when the app is built: the folder of the engine and the codes of the
 * languages in it, English first.
 */
declare const __TEXT_ENGINE__: { folder: string; languages: readonly string[] };

/** The folder with the files of the text engine, relative to the root of the app. */
export const textEngineFolder = __TEXT_ENGINE__.folder;

/** The codes of the languages whose data this build contains. */
export const builtInLanguages: readonly string[] = __TEXT_ENGINE__.languages;

/** The codes of the languages that can be added to a build. */
export const otherLanguages: readonly string[] = Object.keys(textLanguages).filter(
  (code) => !builtInLanguages.includes(code),
);

const storageKey = "scanhook.text-languages";
const choice = $state<{ codes: readonly string[] }>({ codes: parseLanguages(readStored()) });

/** Returns the codes of the languages in which the text of pages is read, at least one. */
export function chosenLanguages(): readonly string[] {
  return choice.codes;
}

/** Adds a language to the chosen ones, or removes it. English replaces the last one. */
export function chooseLanguage(code: string, isChosen: boolean): void {
  choice.codes = parseLanguages(
    builtInLanguages
      .filter((each) => (each === code ? isChosen : choice.codes.includes(each)))
      .join(" "),
  );
  try {
    localStorage.setItem(storageKey, choice.codes.join(" "));
  } catch {
    // Storage is full or forbidden, so the choice holds only until the app is closed.
  }
}

/** Returns the name of a language in the language itself, or its code. */
export function nameLanguage(code: string): string {
  return textLanguages[code] ?? code;
}

/**
 * Returns the stored languages that this build contains; English if there are none.
 */
function parseLanguages(stored: string | null): readonly string[] {
  const codes = stored?.split(" ").filter((code) => builtInLanguages.includes(code)) ?? [];
  return codes.length > 0 ? codes : ["eng"];
}

function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
