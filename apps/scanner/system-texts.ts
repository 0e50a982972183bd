import { fileURLToPath } from "node:url";
import { readTextFolders } from "../../scripts/texts/text-folders.ts";
import type { First } from "./src/texts/types/first.ts";
import type { More } from "./src/texts/types/more.ts";
import type { Native } from "./src/texts/types/native.ts";

/** Texts as they are in the file: one with a placeholder, such as `{{app}}`, is no function. */
type Unfilled<T> = T extends (...values: never[]) => string
  ? string
  : T extends string | readonly string[]
    ? T
    : { readonly [Name in keyof T]: Unfilled<T[Name]> };

/** The texts of the app that the system of a phone shows. */
export type SystemTexts = Unfilled<Native> & {
  /** The titles of the actions, by their id. */
  titles: More["links"]["titles"];
  tabs: First["app"]["tabs"];
};

/** The texts by their language. */
export type SystemLanguages = ReadonlyMap<string, SystemTexts>;

const folder = fileURLToPath(new URL("src/texts", import.meta.url));

/** Reads the texts that the system shows, of every language that the scanner has, English first. */
export function readSystemTexts(): SystemLanguages {
  const { languages } = readTextFolders().find(({ path }) => path === folder)!;
  const tags = ["en", ...[...languages.keys()].filter((tag) => tag !== "en").sort()];
  return new Map(
    tags.map((tag) => {
      // The tests of the texts check that every language has those of the English files.
      const areas = languages.get(tag)!;
      const { links } = areas.get("more") as unknown as More;
      const { app } = areas.get("first") as unknown as First;
      const texts = areas.get("native") as unknown as Unfilled<Native>;
      return [tag, { ...texts, titles: links.titles, tabs: app.tabs }];
    }),
  );
}
