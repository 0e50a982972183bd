// Walks the screens of the hub and of the scanner in one language, in three widths.
import type { Browser, Page, Request } from "playwright";
import { expect } from "vitest";
import { actions, type KindName } from "../../apps/hub/src/registers/register.ts";
import { openDevice } from "../browser.ts";
import type { RunningHub } from "../hub.ts";
import { type logIn, ownerPassword } from "../hub.ts";
import { inspect, measureOverflow, takePicture } from "../inspect.ts";

type Api = Awaited<ReturnType<typeof logIn>>;

const kinds = Object.keys(actions) as KindName[];
const widths = [320, 390, 1280];
const scannerScreens = [
  ...["qr", "nfc", "nfc/write", "document", "3d", "more"],
  ...["webhook", "jobs", "history", "code", "answers", "settings", "links", "about"].map(
    (page) => `more/${page}`,
  ),
];

/** Makes what the screens show, and returns the addresses of the dashboard's screens. */
export async function fillHub(hub: RunningHub, api: Api): Promise<string[]> {
  const hashes = ["", "tags", "inboxes", "inboxes/scans", "registers", "routes", "make-route"];
  for (const kind of kinds) {
    await api("POST", "/api/registers", { name: kind, kind });
    await api("POST", "/api/inboxes", { name: `in-${kind}`, open: true });
    await api("PUT", `/api/inboxes/in-${kind}/register`, {
      register: kind,
      action: actions[kind][0],
    });
    const entry = { label: `Ada Lovelace of ${kind}`, keys: [`t:CODE-${kind}`] };
    const { id } = await api<{ id: number }>("POST", `/api/registers/${kind}/entries`, entry);
    await postScan(hub, `CODE-${kind}`, `in-${kind}`);
    hashes.push(`registers/${kind}`, `entries/${kind}?id=${id}`, `edit-register/${kind}`);
  }
  await api("POST", "/api/inboxes", { name: "desk", open: true });
  for (const content of ["https://example.org/a", "4006381333931"])
    await postScan(hub, content, "desk");
  const parts = ["tokens", "people", "sign-on", "changes", "alerts", "backup"];
  return [...hashes, "scans/1", "settings", ...parts.map((part) => `settings/${part}`)];
}

async function postScan(hub: RunningHub, content: string, inbox: string): Promise<void> {
  const response = await fetch(`${hub.base}/in/${inbox}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      identifier: crypto.randomUUID(),
      date: new Date().toISOString(),
      content,
    }),
  });
  expect([200, 204, 409]).toContain(response.status);
}

/**
 * Walks all screens with a browser of this locale. Each must be in the language, fit in three
 * widths, and have no serious problem of accessibility; no script may fail.
 */
export async function walkScreens(
  browser: Browser,
  hub: RunningHub,
  dashboard: readonly string[],
  { language, locale, direction = "ltr" }: { language: string; locale: string; direction?: string },
): Promise<void> {
  const { page, context, errors } = await openDevice(browser, "desktop", { locale });
  const settle = watchRequests(page);
  // All are listed, because a walk takes half a minute.
  const problems: string[] = [];
  const look = async (screen: string) => {
    await settle();
    const { lang, dir } = await page.evaluate(() => {
      const { lang, dir } = document.documentElement;
      return { lang, dir: dir || "ltr" };
    });
    expect({ lang, dir }, screen).toEqual({ lang: language, dir: direction });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      const name = `${language} ${screen} ${width}`;
      await takePicture(page, name);
      const overflow = await measureOverflow(page);
      if (overflow > 0) problems.push(`${name}: ${overflow} px overflow sideways`);
    }
    await inspect(page, "desktop, light", `${language} ${screen}`).catch((error) => {
      problems.push(error.message);
    });
  };
  await page.goto(`${hub.base}/phone`);
  await look("set up");
  for (const screen of scannerScreens) {
    await page.goto(`${hub.base}/scan/#/${screen}`);
    await look(`scanner ${screen}`);
  }
  await page.goto(`${hub.base}/`);
  await look("log in");
  await page.locator('input[type="password"]').fill(ownerPassword);
  await page.locator('button[type="submit"]').click();
  await page.getByRole("navigation").first().waitFor();
  for (const hash of dashboard) {
    await page.goto(`${hub.base}/#/${hash}`);
    await look(`dashboard ${hash}`);
  }
  expect({ problems, errors }).toEqual({ problems: [], errors: [] });
  await context.close();
}

/** Returns a function that waits until the page has loaded what it shows. Streams stay open. */
function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on("request", (request) => {
    if (!/\/(?:stream|events)\b/.test(request.url())) open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  return async () => {
    await page.locator("main").locator("h1, h2").first().waitFor({ state: "attached" });
    await expect.poll(() => open.size).toBe(0);
  };
}
