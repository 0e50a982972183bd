import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFaults } from "../scripts/texts/find-faults.ts";
import { readTextFolders } from "../scripts/texts/text-folders.ts";
import { startBrowser } from "./browser.ts";
import { logIn, makeDataFolder, type RunningHub, startHubOf } from "./hub.ts";
import { copyProject, type ProjectCopy } from "./languages/project-copy.ts";
import {
  makePseudo,
  type Writer,
  writeFromRight,
  writeLong,
  writeWide,
} from "./languages/pseudo-texts.ts";
import { fillHub, walkScreens } from "./languages/walk-screens.ts";

// Adds languages to a copy of the project as docs/project/languages.md says: pseudo-languages with
// the plural forms of Polish, Japanese and Arabic, in long words, in wide letters, and from right
// to left.
const added: { language: string; write: Writer; direction: "ltr" | "rtl" }[] = [
  { language: "pl", write: writeLong, direction: "ltr" },
  { language: "ja", write: writeWide, direction: "ltr" },
  { language: "ar", write: writeFromRight, direction: "rtl" },
];

let copy: ProjectCopy;
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let browser: Browser;
let dashboard: string[];

beforeAll(async () => {
  copy = await copyProject();
  for (const { language, write } of added) {
    run("scripts/texts/add-language.ts", language);
    for (const { path, languages } of readTextFolders(copy.path)) {
      for (const [area, messages] of languages.get(language)!) {
        const text = JSON.stringify(makePseudo(messages, write), undefined, 2);
        writeFileSync(join(path, language, `${area}.json`), text);
      }
    }
  }
  run("scripts/build.ts");
  folder = await makeDataFolder();
  hub = await startHubOf(copy.path, folder.data);
  dashboard = await fillHub(hub, await logIn(hub));
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
  copy?.remove();
});

/** Runs a script in the copy. Throws with its output if it fails. */
function run(script: string, ...args: string[]): void {
  execFileSync(process.execPath, [script, ...args], { cwd: copy.path, stdio: "pipe" });
}

test("the added languages lack nothing", () => {
  for (const { languages } of readTextFolders(copy.path))
    for (const { language } of added)
      for (const [area, messages] of languages.get("en")!)
        expect(findFaults(messages, languages.get(language)!.get(area)!, language)).toEqual([]);
});

test("the page about languages names the commands that this story runs", () => {
  const page = readFileSync(join(copy.path, "docs/project/languages.md"), "utf8");
  expect(page).toContain("node scripts/texts/add-language.ts pl");
  expect(page).toContain("npm test scripts/texts/texts");
});

test.each(added)("every screen is in $language, and fits", async ({ language, direction }) => {
  await walkScreens(browser, hub, dashboard, { language, locale: language, direction });
});
