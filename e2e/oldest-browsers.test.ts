import { readFileSync } from "node:fs";
import type { BrowserContext } from "playwright";
import sharp from "sharp";
import { expect, test } from "vitest";
import { isNewer, statusByKey } from "../scripts/browsers/newer-features.ts";
import { tooOldMessage } from "../scripts/browsers/oldest-browsers.ts";
import { pageFolders } from "../scripts/build.ts";
import { openDevice } from "./browser.ts";
import { drawPicture, toFrame } from "./camera/picture.ts";
import { ownerPassword } from "./hub.ts";
import { api, browser, hub, useHubAndBrowser } from "./hub-and-browser.ts";
import { pairPhone, setReceiver, waitForResult } from "./phone.ts";

// Chromium without the functions of JavaScript and of interfaces that are newer than the oldest
// browsers.
useHubAndBrowser();

/**
 * The newer static members of interfaces, all newer members of built-in objects, and newer built-in
 * objects.
 */
const newer = [...statusByKey.keys()].filter(isNewer).flatMap((key) => {
  const match = /^(?:javascript\.builtins\.(\w+)(?:\.(\w+))?|api\.(\w+)\.(\w+)_static)$/.exec(key);
  // Chrome had AbortSignal.timeout before, with an error of another name.
  if (!match || key === "api.AbortSignal.timeout_static") return [];
  const [, builtin, builtinMember, owner = builtin!, member = builtinMember] = match;
  return [[owner, member, builtin !== undefined] as const];
});

/** The script that removes them, for a page and for a worker. */
const removal = `(() => {
  for (const [owner, member, isBuiltin] of ${JSON.stringify(newer)}) {
    const target = globalThis[owner];
    if (target === undefined) continue;
    if (member === undefined) { delete globalThis[owner]; continue; }
    delete target[member];
    if (isBuiltin && target.prototype) delete target.prototype[member];
  }
})();`;

/** Removes from every page and worker of the context what the oldest browsers lack. */
async function makeOld(context: BrowserContext) {
  await context.addInitScript(removal);
  await context.route(/frames\.worker-[^/]+\.js$/, (route) => {
    const name = new URL(route.request().url()).pathname.split("/").at(-1);
    const worker = readFileSync(new URL(`assets/${name}`, pageFolders.scanner), "utf8");
    return route.fulfill({ contentType: "text/javascript", body: removal + worker });
  });
}

test("in the oldest browsers a phone pairs, reads a picture and sends it", async () => {
  const { context, page, errors } = await openDevice(browser);
  await makeOld(context);
  await pairPhone(page, hub, api, "iPhone of 2017");
  const picture = await drawPicture([{ symbology: "qrcode", text: "https://example.com/OLD-1" }]);
  const { data, ...size } = toFrame(picture);
  const buffer = await sharp(data, { raw: { ...size, channels: 4 } })
    .png()
    .toBuffer();
  await page
    .getByLabel("Scan from a picture")
    .first()
    .setInputFiles({ name: "photo.png", mimeType: "image/png", buffer });
  await waitForResult(page, "accepted");
  const { scans } = await api<{ scans: { content: string }[] }>("GET", "/api/scans");
  expect(scans.map(({ content }) => content)).toContain("https://example.com/OLD-1");

  await setReceiver(page, hub, { url: `${hub.base}/in/scans`, user: "x", password: "y" });
  await page.getByRole("button", { name: "Send a test scan" }).click();
  await page.getByText("Refused (401)").waitFor();
  await page.goto(`${hub.base}/scan/#/more/history`);
  await page.getByTestId("history-row").filter({ hasText: "OLD-1" }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test("in the oldest browsers the dashboard adds a destination and a route", async () => {
  const { context, page, errors } = await openDevice(browser, "desktop, light");
  await makeOld(context);
  await api("POST", "/api/destinations", {
    name: "stock",
    title: "Stock list",
    kind: "http",
    settings: { url: "http://127.0.0.1:9/" },
    allowPrivate: true,
  });
  await api("POST", "/api/routes", { name: "to-stock", inbox: "scans", destination: "stock" });
  await page.goto(hub.base);
  await page.getByLabel("Password", { exact: true }).fill(ownerPassword);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { level: 1, name: "Scans" }).waitFor();
  for (const screen of [
    "destinations",
    "destinations/stock",
    "routes",
    "routes/to-stock",
    "tags",
    "inboxes",
  ]) {
    await page.goto(`${hub.base}/#/${screen}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expect.poll(() => page.getByText("Loading").count()).toBe(0);
  }
  expect(errors).toEqual([]);
  await context.close();
});

test("what the start script adds behaves like the functions of current browsers", async () => {
  const { context, page } = await openDevice(browser);
  await context.addInitScript(() => {
    const { parse, canParse } = URL;
    const { isWellFormed, toWellFormed } = String.prototype;
    Object.assign(globalThis, { native: { parse, canParse, isWellFormed, toWellFormed } });
  });
  await makeOld(context);
  await page.goto(`${hub.base}/scan/`);
  const differences = await page.evaluate(async () => {
    type Functions = Pick<typeof URL, "parse" | "canParse"> &
      Pick<string, "isWellFormed" | "toWellFormed">;
    const { native } = globalThis as unknown as { native: Functions };
    const found: string[] = [];
    if (URL.parse === native.parse) found.push("URL.parse was not removed");
    const urls = ["", "https://a.example/b?c#d", "a/b", "http://", "https://[::1]:8443/", "tel:1"];
    for (const url of urls) {
      for (const base of [undefined, "https://base.example/x/"]) {
        if (URL.parse(url, base)?.href !== native.parse.call(URL, url, base)?.href) found.push(url);
        if (URL.canParse(url, base) !== native.canParse.call(URL, url, base)) found.push(url);
      }
    }
    for (const text of [
      "",
      "a\u{1F600}b",
      "\ud83d",
      "\ude00\ud83d",
      "a\ude00",
      "\ufeffx\ud83d\ud83d\ude00",
    ]) {
      if (text.isWellFormed() !== native.isWellFormed.call(text)) found.push(JSON.stringify(text));
      if (text.toWellFormed() !== native.toWellFormed.call(text)) found.push(JSON.stringify(text));
    }
    const { promise, resolve } = Promise.withResolvers<number>();
    resolve(7);
    if ((await promise) !== 7) found.push("Promise.withResolvers");
    const [first, second] = [new AbortController(), new AbortController()];
    const joined = AbortSignal.any([first.signal, second.signal]);
    if (joined.aborted) found.push("AbortSignal.any starts aborted");
    second.abort("second");
    first.abort("first");
    if (joined.reason !== "second") found.push("AbortSignal.any forgets the reason");
    if (AbortSignal.any([first.signal]).reason !== "first")
      found.push("AbortSignal.any comes late");
    return found;
  });
  expect(differences).toEqual([]);
  await context.close();
});

test.each(["/scan/", "/"])("in an older browser %s says what it needs", async (path) => {
  const { context, page } = await openDevice(browser);
  // Safari 15, Chrome 109 and Firefox 113 lack these.
  await context.addInitScript("delete Array.prototype.toSorted");
  await page.goto(`${hub.base}${path}`);
  expect(await page.getByRole("alert").textContent()).toBe(tooOldMessage);
  await context.close();
});

test.each(["/scan/", "/"])("without JavaScript %s says that it needs it", async (path) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto(`${hub.base}${path}`);
  const sentence = page.getByText(/needs JavaScript/);
  expect((await sentence.boundingBox())!.y).toBeLessThan(200);
  await context.close();
});
