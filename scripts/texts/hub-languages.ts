import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { toTypeName } from "./make-text-types.ts";
import type { TextFolder } from "./text-folders.ts";

/** The folder of texts whose program cannot load files by their names, because it is bundled. */
export const hubTexts = fileURLToPath(new URL("../../apps/hub/src/texts", import.meta.url));

export const languagesFile = join(hubTexts, "languages.ts");

/** Returns the text of languages.ts: the imports of every language, English first. */
export function writeLanguages({ languages }: TextFolder): string {
  const areas = [...languages.get("en")!.keys()];
  const tags = ["en", ...[...languages.keys()].filter((tag) => tag !== "en").sort()];
  const toName = (tag: string, area: string) => `${tag.replaceAll("-", "")}${toTypeName(area)}`;
  const imports = tags
    .toSorted()
    .flatMap((tag) =>
      areas.map(
        (area) =>
          `import ${toName(tag, area)} from "./${tag}/${area}.json" with { type: "json" };\n`,
      ),
    );
  const toKey = (area: string) => area.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
  const entries = tags.map((tag) => {
    const key = /^\w+$/.test(tag) ? tag : JSON.stringify(tag);
    const lines = areas.map((area) => `    ${toKey(area)}: ${toName(tag, area)},\n`);
    return `  ${key}: {\n${lines.join("")}  },\n`;
  });
  return [
    "// Written by scripts/texts/add-language.ts.\n",
    'import type { Messages } from "@scanhook/texts/make-texts";\n',
    ...imports,
    `\ntype Area = ${areas.map((area) => `"${toKey(area)}"`).join(" | ")};\n`,
    "\n/** The messages of each area, in each language. */\n",
    "export type LanguageTable = Readonly<Record<string, Readonly<Record<Area, Messages>>>>;\n",
    "\n/** The texts of the hub, in English first. */\n",
    "export const languages: LanguageTable = {\n",
    ...entries,
    "};\n",
  ].join("");
}
