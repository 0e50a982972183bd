import { globSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Messages } from "../../packages/texts/src/make-texts.ts";

/** A folder with texts: of each language, the messages of each area. */
export type TextFolder = { path: string; languages: Map<string, Map<string, Messages>> };

const project = fileURLToPath(new URL("../..", import.meta.url));

/** Reads all folders of texts in the project at `root`. */
export function readTextFolders(root = project): TextFolder[] {
  return globSync("apps/**/texts/en/", { cwd: root, exclude: ["**/node_modules", "**/dist"] })
    .map((folder) => join(root, folder, ".."))
    .sort()
    .map((path) => ({ path, languages: readLanguages(path) }));
}

/** Folders beside those of the languages. */
const otherFolders = ["testing", "types"];

function readLanguages(path: string): Map<string, Map<string, Messages>> {
  const names = readdirSync(path, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !otherFolders.includes(entry.name),
  );
  return new Map(names.map(({ name }) => [name, readAreas(join(path, name))]));
}

function readAreas(path: string): Map<string, Messages> {
  const files = readdirSync(path).filter((name) => name.endsWith(".json"));
  return new Map(
    files
      .sort()
      .map((name) => [basename(name, ".json"), JSON.parse(readFileSync(join(path, name), "utf8"))]),
  );
}
