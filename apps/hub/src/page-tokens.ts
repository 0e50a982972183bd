import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Reads the colors, sizes and fonts of all pages for those that the hub writes itself. Browsers
 * before Safari 17.5 and Chrome 123 lack `light-dark()`, so the dark colors are in a media query.
 */
export function readPageTokens(): string {
  const file = fileURLToPath(import.meta.resolve("@scanhook/page-parts/tokens.css"));
  const tokens = readFileSync(file, "utf8");
  const choose = (color: "$1" | "$2") =>
    tokens.replaceAll(/light-dark\(([^,]+), ([^)]+)\)/g, color);
  return `${choose("$1")}@media (prefers-color-scheme: dark) {\n${choose("$2")}}\n`;
}
