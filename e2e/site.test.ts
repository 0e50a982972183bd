import { readFile } from "node:fs/promises";
import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { readPages } from "../apps/site/src/pages.ts";
import { folderOf, hubSite, publicSite } from "../scripts/build-site.ts";
import { serveFolder } from "../scripts/serve-folder.ts";
import { type Look, looks, startBrowser } from "./browser.ts";
import { inspect } from "./inspect.ts";

// A visitor reads the site, with and without JavaScript.
let browser: Browser;
let sites: Awaited<ReturnType<typeof serveFolder>>[];
let context: BrowserContext | undefined;

beforeAll(async () => {
  browser = await startBrowser();
  sites = await Promise.all(
    [publicSite, hubSite].map((site) => serveFolder(folderOf(site), { base: site.base })),
  );
});
afterEach(() => context?.close());
afterAll(async () => {
  await browser?.close();
  await Promise.all(sites?.map(({ close }) => close()) ?? []);
});

/** Opens a page and records its requests, errors and violations of its policy. */
async function visit(options: { look?: Look; javaScript?: boolean } = {}) {
  const { look = "desktop, light", javaScript = true } = options;
  const { viewport, colorScheme } = looks[look];
  context = await browser.newContext({ viewport, colorScheme, javaScriptEnabled: javaScript });
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  return { page, requests, complaints };
}

test.each([0, 1])(
  "no page requests anything from another origin or violates its own policy (build %i)",
  async (which) => {
    const { url } = sites[which]!;
    const { page, requests, complaints } = await visit();
    for (const { path } of readPages()) await page.goto(url + path);
    const foreign = requests.filter(
      (address) => !address.startsWith(url) && !address.startsWith("data:"),
    );
    expect(foreign).toEqual([]);
    expect(complaints).toEqual([]);
  },
);

describe.each(Object.keys(looks) as Look[])("%s", (look) => {
  test("the first page, the demo, a page of the docs and a missing page are accessible and fit", async () => {
    const { url } = sites[0]!;
    const { page } = await visit({ look });
    for (const path of ["", "demo/", "hub/passing-on/", "reference/errors/", "no-such-page/"]) {
      await page.goto(url + path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await inspect(page, look, `site ${path}`);
    }
  });
});

test("on a phone the menu of the docs opens and its links work, also without JavaScript", async () => {
  const { url } = sites[0]!;
  const { page } = await visit({ look: "phone, light", javaScript: false });
  await page.goto(`${url}hub/passing-on/`);
  const link = page.getByRole("link", { name: "Changelog" }).first();
  await page.getByRole("button", { name: "Menu" }).click();
  await link.click();
  await page.waitForURL(`${url}changelog/`);
});

test("without JavaScript the demo is a static example without dead controls", async () => {
  const { page } = await visit({ javaScript: false });
  await page.goto(`${sites[0]!.url}demo/`);
  expect(await page.locator("form").isVisible()).toBe(false);
  expect(await page.locator("#colors").isVisible()).toBe(false);
  expect(await page.locator("#demo-body").innerText()).toContain('"identifier" :');
  expect(await page.getByText("POST /hook HTTP/1.1").isVisible()).toBe(true);
});

test("the demo makes a payload from the input and shows the exchange with a receiver that asks for a password", async () => {
  const { page, complaints } = await visit();
  await page.goto(`${sites[1]!.url}demo/`);
  await page.getByLabel("OpenPrintTag").check();
  await page.getByLabel("Content").fill("PLA Öliv “2”");
  await page.getByLabel("Material").fill("PLA");
  const body = async () => JSON.parse(await page.locator("#demo-body").innerText());
  await expect.poll(body).toMatchObject({
    identifier: "E0:04:01:50:9A:3B:7C:11",
    content: "PLA Öliv “2”",
    tagType: "openPrintTag",
    structured: { material: "PLA", manufacturer: "Prusament" },
  });
  await page.getByLabel("The receiver").selectOption("asks");
  await page.getByText("authorization: Basic ").waitFor();
  await page.getByLabel("NFC tag", { exact: true }).check();
  await expect.poll(body).toEqual({
    identifier: "04:A2:7F:1B:5E:80:00",
    date: expect.stringMatching(/Z$/),
    content: "Storeroom, shelf 4",
  });
  expect(complaints).toEqual([]);
});

test("a button copies a block of code unchanged, and output of programs has no such button", async () => {
  const { page, complaints } = await visit();
  await context!.grantPermissions(["clipboard-read", "clipboard-write"]);
  // The button confirms for two seconds. The clock is stopped, because a slow machine might miss them.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  const file = await readFile(new URL("../examples/python/receiver.py", import.meta.url), "utf8");
  await page.goto(`${sites[1]!.url}receivers/own-backend/`);
  const block = page.locator(".copied").filter({ hasText: "import base64" });
  await block.hover();
  await block.getByRole("button").click();
  await block.getByText("Copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(file.trimEnd());
  await page.goto(`${sites[1]!.url}start/laptop/`);
  await page.locator("pre", { hasText: "Accepted with 204" }).waitFor();
  expect(await page.locator(".copied", { hasText: "npm start" }).count()).toBe(1);
  expect(await page.locator(".copied", { hasText: "Accepted with 204" }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test("on a phone the table of contents opens and its links work, also without JavaScript", async () => {
  const { page } = await visit({ look: "phone, light", javaScript: false });
  await page.goto(`${sites[0]!.url}hub/operations/`);
  const contents = page.getByRole("navigation", { name: "On this page" });
  const link = contents.getByRole("link", { name: "Audit trails" });
  expect(await link.isVisible()).toBe(false);
  await contents.getByText("On this page").locator("visible=true").click();
  await link.click();
  await page.waitForURL("**/hub/operations/#audit-trails");
});

test("a printed page has only its text, dark on light, in every color scheme", async () => {
  const { page } = await visit({ look: "desktop, dark" });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const path of ["", "hub/operations/"]) {
    await page.goto(sites[0]!.url + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.locator("nav:visible, header:visible, footer:visible").count()).toBe(0);
    const color = await page.evaluate(() => getComputedStyle(document.querySelector("h1")!).color);
    expect(color).toBe("rgb(15, 23, 42)");
  }
});

test("a second scan in the demo has a new identifier for a code and the same one for a tag", async () => {
  const { page } = await visit();
  await page.goto(`${sites[0]!.url}demo/`);
  const identifier = async () =>
    JSON.parse(await page.locator("#demo-body").innerText()).identifier;
  const scan = page.getByRole("button", { name: "Scan it" });
  await scan.click();
  const first = await identifier();
  await scan.click();
  await expect.poll(identifier).not.toBe(first);
  await page.getByLabel("NFC tag", { exact: true }).check();
  await expect.poll(identifier).toBe("04:A2:7F:1B:5E:80:00");
  await scan.click();
  expect(await identifier()).toBe("04:A2:7F:1B:5E:80:00");
});

test("the color scheme that a visitor chose stays, with matching pictures", async () => {
  const { url } = sites[0]!;
  const { page } = await visit({ look: "desktop, light" });
  await page.goto(url);
  const shown = (page: Page) => page.locator(".how img:visible").getAttribute("src");
  expect(await shown(page)).toContain("overview-light");
  await page.getByRole("button", { name: "Light or dark colors" }).click();
  expect(await shown(page)).toContain("overview-dark");
  await page.goto(`${url}demo/`);
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await background()).toBe("rgb(11, 18, 32)");
  await page.getByRole("button", { name: "Light or dark colors" }).click();
  expect(await background()).toBe("rgb(248, 250, 252)");
});
