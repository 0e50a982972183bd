import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Returns the code block with this title on a page of the docs, as a reader copies it. */
export function readCodeBlock(page: string, title: string): string {
  const text = readFileSync(fileURLToPath(new URL(`../../${page}`, import.meta.url)), "utf8");
  const block = text.split(` title="${title}"\n`)[1]?.split("\n```")[0];
  if (block === undefined) throw new Error(`${page} has no code block with the title ${title}.`);
  return block;
}
