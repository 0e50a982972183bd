import type { Page, Request } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { actions, type KindName } from "../apps/hub/src/registers/register.ts";
import { openDevice } from "./browser.ts";
import { api, atHub, browser, hub, postScan, useOwner } from "./owner.ts";

// Everybody walks every screen: the page sends no request that their role forbids.
useOwner();

const kinds = Object.keys(actions) as KindName[];
const password = "a password of one's own";
const walkers = [
  { role: "manager" },
  { role: "desk" },
  { role: "viewer" },
  { role: "manager", inboxes: ["scans"] },
  { role: "manager", inboxes: ["gate"] },
  { role: "desk", inboxes: ["scans"] },
  { role: "viewer", inboxes: ["scans"] },
] as const;

/** Words of buttons and links that change something, which a viewer has none of. */
const changing =
  /^(New|Add|Import|Set up|Rename|Remove|Delete|Check|Block|Book|Lend|Inspect|Begin|Pair|Choose|Save|Undo)\b/;

/** The screens that exist, and whether a page about the whole hub is behind them. */
async function prepare(): Promise<string[]> {
  await api("POST", "/api/inboxes", { name: "gate", open: true });
  const hashes = ["", "tags", "inboxes", "inboxes/scans", "registers", "routes", "make-route"];
  for (const kind of kinds) {
    await api("POST", "/api/registers", { name: kind, kind });
    const inbox = `in-${kind}`;
    await api("POST", "/api/inboxes", { name: inbox, open: true });
    await api("PUT", `/api/inboxes/${inbox}/register`, {
      register: kind,
      action: actions[kind][0],
    });
    const entry = { label: `Entry of ${kind}`, keys: [`t:CODE-${kind}`] };
    const { id } = await api<{ id: number }>("POST", `/api/registers/${kind}/entries`, entry);
    hashes.push(`registers/${kind}`, `entries/${kind}?id=${id}`, `edit-register/${kind}`);
  }
  await postScan("A-SCAN");
  await postScan("AT-THE-GATE", "gate");
  const { scans } = await api<{ scans: { id: number }[] }>("GET", "/api/scans?inbox=scans");
  const parts = ["tokens", "people", "sign-on", "changes", "alerts", "backup"];
  const settings = ["settings", ...parts.map((part) => `settings/${part}`)];
  return [...hashes, `scans/${scans[0]!.id}`, ...settings];
}

let hashes: string[];
beforeAll(async () => {
  hashes = await prepare();
});

/** Watches the requests of a page. Streams stay open, and are none that it waits for. */
function watchRequests(page: Page) {
  const open = new Set<Request>();
  const refused = new Set<string>();
  page.on("request", (request) => {
    if (!request.url().includes("/stream")) open.add(request);
  });
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  page.on("response", (response) => {
    if (response.status() === 403) refused.add(`${page.url()} sent ${response.url()}`);
  });
  return {
    refused,
    /** Waits until the screen shows everything. */
    async settle(): Promise<void> {
      const main = page.getByRole("main");
      await expect.poll(async () => (await main.innerText()).trim()).not.toBe("");
      await expect.poll(() => page.getByText("Loading…").count()).toBe(0);
      await expect.poll(() => open.size).toBe(0);
    },
  };
}

test("no screen sends a request that the role forbids, or offers a viewer a change", async () => {
  for (const [index, walker] of walkers.entries()) {
    const name = `walker ${index}`;
    const inboxes =
      "inboxes" in walker ? [...walker.inboxes, ...kinds.map((kind) => `in-${kind}`)] : undefined;
    const isElsewhere = inboxes && !inboxes.includes("scans");
    const body = { name, role: walker.role, inboxes };
    const { link } = await api<{ link: string }>("POST", "/api/people", body);
    const { page, context, errors } = await openDevice(browser, "desktop, light");
    const watched = watchRequests(page);
    await page.goto(atHub(link));
    await page.getByLabel("New password").fill(password);
    await page.getByRole("button", { name: "Set password and log in" }).click();
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    for (const hash of hashes) {
      await page.goto(`${hub.base}/#/${hash}`);
      await watched.settle();
      // Another screen would end the request before the hub refuses it.
      if (isElsewhere && hash.startsWith("scans/")) {
        await page.getByText("limited to the inboxes").waitFor();
      }
      if (walker.role === "viewer" && !hash.startsWith("settings")) {
        const offers = await page.getByRole("main").getByRole("button").allTextContents();
        expect(
          offers.map((text) => text.trim()).filter((text) => changing.test(text)),
          hash,
        ).toEqual([]);
      }
    }
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    // A link to a scan of an inbox that is not theirs gets a sentence of the hub.
    const expected = isElsewhere ? [expect.stringContaining("/api/scans/1")] : [];
    expect([...watched.refused], JSON.stringify(walker)).toEqual(expected);
    expect(errors).toEqual([]);
    await context.close();
  }
});
