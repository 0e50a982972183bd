import { readFile } from "node:fs/promises";
import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { readPages } from "../apps/site/src/pages.ts";
import { folderOf, hubSite, publicSite } from "../scripts/build-site.ts";
import { serveFolder } from "../scripts/serve-folder.ts";
import { type Look, looks, sizes, startBrowser } from "./browser.ts";
import { inspect } from "./inspect.ts";

// A visitor reads the site, with and without JavaScript.
let browser: Browser;
type ServedSite = Awaited<ReturnType<typeof serveFolder>>;
let publicPages: ServedSite;
let hubPages: ServedSite;
let context: BrowserContext | undefined;

beforeAll(async () => {
  browser = await startBrowser();
  publicPages = await serveFolder(folderOf(publicSite), { base: publicSite.base });
  hubPages = await serveFolder(folderOf(hubSite), { base: hubSite.base });
});
afterEach(() => context?.close());
afterAll(async () => {
  await browser?.close();
  await publicPages?.close();
  await hubPages?.close();
});

/** Opens a page and records its requests, errors and violations of its policy. */
async function visit(options: { look?: Look; javaScript?: boolean } = {}) {
  const { look = "desktop, light", javaScript = true } = options;
  const { viewport, colorScheme } = looks[look];
  context = await browser.newContext({ viewport, colorScheme, javaScriptEnabled: javaScript });
  const page = await context.newPage();
  const requests: string[] = [];
  const problems: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  return { page, requests, problems };
}

test.each(["public", "hub"] as const)(
  "no page requests anything from another origin or violates its own policy in the %s build",
  async (build) => {
    const { url } = build === "public" ? publicPages : hubPages;
    const { page, requests, problems } = await visit();
    for (const { path } of readPages()) await page.goto(url + path);
    const foreignRequests = requests.filter(
      (address) => !address.startsWith(url) && !address.startsWith("data:"),
    );
    expect(foreignRequests).toEqual([]);
    expect(problems).toEqual([]);
  },
);

describe.each(sizes)("%s", (look) => {
  test("the first page, the demo, a page of the docs and a missing page are accessible and fit", async () => {
    const { url } = publicPages;
    const { page } = await visit({ look });
    for (const path of ["", "demo/", "hub/passing-on/", "reference/errors/", "no-such-page/"]) {
      await page.goto(url + path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await inspect(page, look, `site ${path}`);
    }
  });
});

test("on a phone the menu of the docs opens and its links work, also without JavaScript", async () => {
  const { url } = publicPages;
  const { page } = await visit({ look: "phone, light", javaScript: false });
  await page.goto(`${url}hub/passing-on/`);
  const menu = page.getByRole("navigation", { name: "Docs" });
  const link = menu.getByRole("link", { name: "Changelog" });
  await page.getByRole("button", { name: "Menu" }).click();
  expect(await menu.getByRole("link", { name: "Forwarding scans" }).isVisible()).toBe(true);
  expect(await link.isVisible()).toBe(false);
  await menu.getByText("The project").click();
  await link.click();
  await page.waitForURL(`${url}changelog/`);
});

test("without JavaScript the demo is a static example without dead controls", async () => {
  const { page } = await visit({ javaScript: false });
  await page.goto(`${publicPages.url}demo/`);
  expect(await page.locator("form").isVisible()).toBe(false);
  expect(await page.locator("#colors").isVisible()).toBe(false);
  expect(await page.locator("#demo-body").innerText()).toContain('"identifier" :');
  expect(await page.getByText("POST /hook HTTP/1.1").isVisible()).toBe(true);
});

test("the demo makes a payload from the input and shows the exchange with a receiver that asks for a password", async () => {
  const { page, problems } = await visit();
  await page.goto(`${hubPages.url}demo/`);
  await page.getByLabel("OpenPrintTag").check();
  await page.getByLabel("Content").fill("PLA Öliv “2”");
  await page.getByLabel("Material").fill("PLA");
  const readBody = async () => JSON.parse(await page.locator("#demo-body").innerText());
  await expect.poll(readBody).toMatchObject({
    identifier: "E0:04:01:50:9A:3B:7C:11",
    content: "PLA Öliv “2”",
    tagType: "openPrintTag",
    structured: { material: "PLA", manufacturer: "Prusament" },
  });
  await page.getByLabel("The receiver").selectOption("asks");
  await page.getByText("authorization: Basic ").waitFor();
  await page.getByLabel("NFC tag", { exact: true }).check();
  await expect.poll(readBody).toEqual({
    identifier: "04:A2:7F:1B:5E:80:00",
    date: expect.stringMatching(/Z$/),
    content: "Storeroom, shelf 4",
  });
  expect(problems).toEqual([]);
});

test("a button copies a block of code unchanged, and output of programs has no such button", async () => {
  const { page, problems } = await visit();
  await context!.grantPermissions(["clipboard-read", "clipboard-write"]);
  // The button confirms for two seconds. The clock is stopped, because a slow machine might miss
  // them.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  const receiverSource = await readFile(
    new URL("../examples/python/receiver.py", import.meta.url),
    "utf8",
  );
  await page.goto(`${hubPages.url}receivers/own-backend/`);
  const block = page.locator(".copied").filter({ hasText: "import base64" });
  await block.hover();
  await block.getByRole("button").click();
  await block.getByText("Copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(receiverSource.trimEnd());
  await page.goto(`${hubPages.url}start/laptop/`);
  await page.locator("pre", { hasText: "Accepted with 204" }).waitFor();
  expect(await page.locator(".copied", { hasText: "npm start" }).count()).toBe(1);
  expect(await page.locator(".copied", { hasText: "Accepted with 204" }).count()).toBe(0);
  expect(problems).toEqual([]);
});

test("on a phone the table of contents opens and its links work, also without JavaScript", async () => {
  const { page } = await visit({ look: "phone, light", javaScript: false });
  await page.goto(`${publicPages.url}hub/operations/`);
  const tableOfContents = page.getByRole("navigation", { name: "On this page" });
  const link = tableOfContents.getByRole("link", { name: "Audit trails" });
  expect(await link.isVisible()).toBe(false);
  await tableOfContents.getByText("On this page").locator("visible=true").click();
  await link.click();
  await page.waitForURL("**/hub/operations/#audit-trails");
});

test("the contents of a page mark the heading that the reader has reached", async () => {
  const { page } = await visit();
  await page.goto(`${publicPages.url}hub/operations/#audit-trails`);
  const marked = page.locator(".contents [aria-current]");
  await expect.poll(() => marked.allTextContents()).toEqual(["Audit trails"]);
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(() => marked.allTextContents()).toEqual(["The folder"]);
});

test("a printed page has only its text, dark on light, in every color scheme", async () => {
  const { page } = await visit({ look: "desktop, dark" });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const path of ["", "hub/operations/"]) {
    await page.goto(publicPages.url + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.locator("nav:visible, header:visible, footer:visible").count()).toBe(0);
    const color = await page.evaluate(() => getComputedStyle(document.querySelector("h1")!).color);
    expect(color).toBe("rgb(15, 23, 42)");
  }
});

test("a second scan in the demo has a new identifier for a code and the same one for a tag", async () => {
  const { page } = await visit();
  await page.goto(`${publicPages.url}demo/`);
  const readIdentifier = async () =>
    JSON.parse(await page.locator("#demo-body").innerText()).identifier;
  const scanButton = page.getByRole("button", { name: "Scan it" });
  await scanButton.click();
  const firstIdentifier = await readIdentifier();
  await scanButton.click();
  await expect.poll(readIdentifier).not.toBe(firstIdentifier);
  await page.getByLabel("NFC tag", { exact: true }).check();
  await expect.poll(readIdentifier).toBe("04:A2:7F:1B:5E:80:00");
  await scanButton.click();
  expect(await readIdentifier()).toBe("04:A2:7F:1B:5E:80:00");
});

test("the color scheme that a visitor chose stays, with matching pictures", async () => {
  const { url } = publicPages;
  const { page } = await visit({ look: "desktop, light" });
  await page.goto(url);
  const readPictureSource = (page: Page) => page.locator(".how img:visible").getAttribute("src");
  expect(await readPictureSource(page)).toContain("overview-light");
  await page.getByRole("button", { name: "Light or dark colors" }).click();
  expect(await readPictureSource(page)).toContain("overview-dark");
  await page.goto(`${url}demo/`);
  const readBackground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await readBackground()).toBe("rgb(11, 18, 32)");
  await page.getByRole("button", { name: "Light or dark colors" }).click();
  expect(await readBackground()).toBe("rgb(248, 250, 252)");
});
