/**
 * Writes docs/reference from the tables of the code (settings, commands, errors, API, payload,
 * destinations, metrics) and docs/blog/index.md from the posts beside it.
 *
 *     node scripts/make-reference.ts
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { blogIndex } from "./reference/blog-index.ts";
import { makeReference } from "./reference/pages.ts";

const folder = fileURLToPath(new URL("../docs/reference", import.meta.url));
const pages = await makeReference();
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) if (!pages.has(name)) rmSync(join(folder, name));
for (const [name, text] of pages) writeFileSync(join(folder, name), text);
writeFileSync(join(folder, "../blog/index.md"), blogIndex());
console.log(`Wrote ${pages.size} pages to docs/reference, and the list of posts to docs/blog.`);
