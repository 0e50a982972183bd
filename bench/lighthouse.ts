// Runs Lighthouse on pages of the built site, as on a phone: node bench/lighthouse.ts [path …]
// Without paths it takes the first page, the demo, the longest page of the docs and the newest
// post. Exits 1 when a category of any of them is below 95.
import { statSync } from "node:fs";
import { readPages } from "../apps/site/src/pages.ts";
import { categories, measurePages } from "../apps/site/src/testing/lighthouse.ts";
import { folderOf, publicSite } from "../scripts/build-site.ts";

const pages = readPages();
const size = ({ path }: { path: string }) =>
  statSync(`${folderOf(publicSite)}/${path}index.html`).size;
const [longest] = pages
  .filter(({ section }) => section && section !== "blog")
  .sort((a, b) => size(b) - size(a));
const post = pages.find(({ section, date }) => section === "blog" && date);
const chosen = process.argv.slice(2);
const paths = chosen.length > 0 ? chosen : ["", "demo/", longest!.path, post!.path];

const results = await measurePages(publicSite, paths, categories);
for (const { path, scores, below } of results) {
  console.log(`/${path}: ${categories.map((name) => `${name} ${scores[name]}`).join(", ")}`);
  for (const line of below) console.log(`  ${line}`);
}
const low = results.some(({ scores }) => categories.some((name) => (scores[name] ?? 0) < 95));
process.exitCode = low ? 1 : 0;
