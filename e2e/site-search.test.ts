// The search of the site as visitors use it: with typing errors, with the keyboard alone, without a
// connection.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPages } from "../apps/site/src/pages.ts";
import { toArticles } from "../apps/site/src/search/articles.ts";
import { type Look, openDevice, sizes, startBrowser } from "./browser.ts";
import { inspect } from "./inspect.ts";

const sourcePath = (path: string) =>
  fileURLToPath(new URL(`../apps/site/src/${path}`, import.meta.url));
/** The entry is outside the project, where no package is found by its name. */
const tokensPath = fileURLToPath(import.meta.resolve("@scanhook/page-parts/tokens.css"));
const maxScriptBytes = 30_000;
/** As on the site. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'";
const mediaTypes: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
};

let folder: string;
let server: Server;
let browser: Browser;
let base: string;
/** Bytes of the scripts, minified. */
let scriptBytes = 0;
const requestedPaths: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanhook-search-"));
  const [, button = ""] = (await readFile(sourcePath("search/Search.astro"), "utf8")).split(
    /(<button.*<\/button>)/s,
  );
  const indexedButton = button.replace(
    /data-index=\{.*\}/,
    'data-index="/assets/search-index.json"',
  );
  await writeFile(join(folder, "index.html"), toHtml(indexedButton));
  await writeFile(
    join(folder, "entry.ts"),
    `import ${JSON.stringify(tokensPath)};
import ${JSON.stringify(sourcePath("style/site.css"))};
import ${JSON.stringify(sourcePath("search/search.css"))};
import { watchOpener } from ${JSON.stringify(sourcePath("search/opener.ts"))};
watchOpener(document.querySelector<HTMLButtonElement>("#search")!);`,
  );
  const buildResult = await build({
    root: folder,
    logLevel: "error",
    build: { outDir: "dist", modulePreload: { polyfill: false } },
  });
  const files = new Map<string, string | Uint8Array>();
  for (const file of "output" in buildResult ? buildResult.output : []) {
    files.set(`/${file.fileName}`, file.type === "chunk" ? file.code : file.source);
    if (file.type === "chunk") scriptBytes += Buffer.byteLength(file.code);
  }
  const articles = toArticles(readPages(), { base: "/" });
  files.set("/assets/search-index.json", JSON.stringify({ articles }));
  server = createServer((request, response) => {
    const path = request.url ?? "/";
    requestedPaths.push(path);
    const body = files.get(path) ?? files.get("/index.html")!;
    const type = mediaTypes[extname(path)] ?? mediaTypes[".html"]!;
    response
      .writeHead(200, { "content-type": type, "content-security-policy": contentSecurityPolicy })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  server?.close();
  await rm(folder, { recursive: true, force: true });
});

function toHtml(button: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Search</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body><header>${button}</header><main><h1>A page</h1><label>Note <textarea></textarea></label>
<p id="below">Text</p></main><script type="module" src="./entry.ts"></script></body></html>`;
}

const searchField = (page: Page) => page.getByRole("combobox", { name: "Search the site" });
const searchStatus = (page: Page) => page.getByRole("status");
const searchResults = (page: Page) => page.getByRole("option");

async function visit(look: Look = "desktop, light") {
  const device = await openDevice(browser, look);
  await device.page.goto(base);
  await device.page.getByRole("button", { name: "Search" }).waitFor();
  return device;
}

test("the code of the search is smaller than 30 kB, and nothing is fetched before the first search", async () => {
  expect(scriptBytes).toBeGreaterThan(10_000);
  expect(scriptBytes).toBeLessThan(maxScriptBytes);
  requestedPaths.length = 0;
  const { page, context } = await visit();
  await page.waitForLoadState("networkidle");
  expect(requestedPaths.filter((path) => path.endsWith(".json"))).toEqual([]);
  expect(requestedPaths.filter((path) => path.endsWith(".js"))).toHaveLength(1);
  await context.close();
});

test("with the keyboard alone, / opens the search, mistyped words find pages, arrows select one and Enter opens it", async () => {
  const { page, context, errors } = await visit();
  await page.keyboard.press("/");
  await searchField(page).waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("search-question");
  expect(await searchField(page).inputValue()).toBe("");
  expect(await searchField(page).getAttribute("aria-expanded")).toBe("false");
  await page.keyboard.type("tls-crt");
  await searchResults(page).first().waitFor();
  expect(await searchField(page).getAttribute("aria-expanded")).toBe("true");
  expect(await searchResults(page).first().textContent()).toContain("tls-cert");
  expect(await searchResults(page).first().locator("mark").first().textContent()).toBe("tls-cert");
  expect(await searchStatus(page).textContent()).toMatch(/^\d+ results$/);

  const selectedResult = page.locator('[role="option"][aria-selected="true"]');
  expect(await selectedResult.count()).toBe(0);
  await page.keyboard.press("ArrowUp");
  expect(await selectedResult.getAttribute("id")).toBe(
    await searchResults(page).last().getAttribute("id"),
  );
  await page.keyboard.press("ArrowDown");
  expect(await selectedResult.getAttribute("id")).toBe("search-result-0");
  expect(await searchField(page).getAttribute("aria-activedescendant")).toBe("search-result-0");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/reference/settings/#tls-cert");
  expect(errors).toEqual([]);
  await context.close();
});

test("Ctrl+K opens the search, Esc closes it and restores the focus, and a slash in a text field stays a slash", async () => {
  const { page, context } = await visit();
  await page.getByLabel("Note").focus();
  await page.keyboard.type("a/b");
  expect(await page.getByLabel("Note").inputValue()).toBe("a/b");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.keyboard.press("Control+k");
  await searchField(page).waitFor();
  await page.keyboard.type("kiosk");
  await searchResults(page).first().waitFor();
  await page.keyboard.press("Escape");
  await searchField(page).waitFor({ state: "hidden" });
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
  await context.close();
});

test("letters typed before the dialog is open are kept", async () => {
  const { page, context } = await visit();
  let releaseDialog = () => {};
  const dialogReleased = new Promise<void>((resolve) => {
    releaseDialog = resolve;
  });
  await page.route("**/dialog*.js", async (route) => {
    await dialogReleased;
    await route.continue();
  });
  await page.keyboard.press("/");
  await page.keyboard.type("kioskk");
  await page.keyboard.press("Backspace");
  releaseDialog();
  await searchField(page).waitFor();
  expect(await searchField(page).inputValue()).toBe("kiosk");
  await searchResults(page).first().waitFor();
  await context.close();
});

test("the search works without a connection once it was used, and before that reports the problem and tries again", async () => {
  const { page, context } = await visit();
  await page.route("**/search-index.json", (route) => route.abort());
  await page.getByRole("button", { name: "Search" }).click();
  await searchField(page).fill("kiosk");
  await searchStatus(page).getByText("could not be loaded").waitFor();
  await page.unroute("**/search-index.json");
  await searchField(page).fill("kiosk");
  await searchResults(page).first().waitFor();
  await context.setOffline(true);
  await searchField(page).fill("home assistant");
  await searchResults(page).filter({ hasText: "Home Assistant" }).first().waitFor();
  await searchField(page).fill("xyzzyplugh");
  await searchStatus(page).getByText("Nothing was found for “xyzzyplugh”.").waitFor();
  expect(await searchResults(page).count()).toBe(0);
  await searchField(page).fill("");
  await page.waitForFunction(() => document.querySelector(".search .status")?.textContent === "");
  await context.close();
});

test("results are shown as text for any query", async () => {
  const { page, context, errors } = await visit();
  await page.getByRole("button", { name: "Search" }).click();
  await searchField(page).fill('"><img src=x onerror=alert(1)> <mark>');
  await searchStatus(page).getByText(/./).waitFor();
  expect(await page.locator(".search img").count()).toBe(0);
  expect(errors).toEqual([]);
  await context.close();
});

test("without JavaScript the search button is missing", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(base);
  expect(await page.locator("#search").isVisible()).toBe(false);
  expect(await page.locator("#search").boundingBox()).toBeNull();
  await context.close();
});

test.each(sizes)(
  "in the search, axe finds no problem and nothing overflows on a %s screen",
  async (look) => {
    const { page, context, errors } = await visit(look);
    await page.getByRole("button", { name: "Search" }).click();
    await inspect(page, look, "search empty");
    await searchField(page).fill("destination secrets");
    await searchResults(page).first().waitFor();
    await page.keyboard.press("ArrowDown");
    await inspect(page, look, "search results");
    await searchField(page).fill("zzzzz");
    await searchStatus(page).getByText("Nothing").waitFor();
    await inspect(page, look, "search nothing");
    expect(errors).toEqual([]);
    await context.close();
  },
);
