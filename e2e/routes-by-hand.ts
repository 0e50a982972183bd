// The owner passes scans on from the dashboard alone: a hub with an open inbox, a destination, and pages logged in.
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Locator, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { type Look, openDevice, startBrowser } from "./browser.ts";
import { logIn, makeDataFolder, ownerPassword, type RunningHub, startHubProcess } from "./hub.ts";

export const secret = "horse-battery-token";

let browser: Browser;
export let folder: Awaited<ReturnType<typeof makeDataFolder>>;
export let hub: RunningHub;
export let api: Awaited<ReturnType<typeof logIn>>;
export let receiver: Awaited<ReturnType<typeof startReceiver>>;

/** A browser for the file; a hub and a destination for each of its stories. */
export function useHubs(): void {
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  beforeEach(async () => {
    folder = await makeDataFolder();
    hub = await startHubProcess(folder.data);
    api = await logIn(hub);
    await api("PATCH", "/api/inboxes/scans", { open: true, title: "Front door" });
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await hub?.stop();
    await receiver?.close();
    await folder?.remove();
  });
}

export type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string };

/** A destination that answers as it is told and remembers what came. */
async function startReceiver() {
  const received: Received[] = [];
  const answer = { status: 200, body: '{"said":"thank you"}' };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method = "", url: path = "", headers } = request;
    received.push({ method, path, headers, body });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

export async function send(content: string): Promise<void> {
  expect((await post(content)).status).toBe(204);
}

export function post(content: string): Promise<Response> {
  return fetch(`${hub.base}/in/scans`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      identifier: crypto.randomUUID(),
      date: "2026-05-12T14:23:01Z",
      content,
    }),
  });
}

export async function open(look: Look, place: string) {
  const device = await openDevice(browser, look);
  const { page } = device;
  await page.goto(`${hub.base}/#/${place}`);
  await page.getByLabel("Password", { exact: true }).fill(ownerPassword);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  return device;
}

/** By the API, where a story is about something else. */
export async function makeRoute(
  more: { settings?: object; allowPrivate?: boolean } = {},
): Promise<void> {
  await api("POST", "/api/destinations", {
    name: "stock",
    title: "Stock list",
    kind: "http",
    settings: { url: receiver.url, ...more.settings },
    allowPrivate: true,
  });
  await api("POST", "/api/routes", { name: "door-to-stock", inbox: "scans", destination: "stock" });
}

export const row = (page: Page, content: string) =>
  page.getByTestId("delivery-row").filter({ hasText: content });
export const count = (page: Page, state: string, number: number) =>
  page.getByTestId(`count-${state}`).getByText(String(number), { exact: true });

/** Goes there with the tab key, as far as a page of ours may take. */
export async function reach(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`The tab key does not lead to ${target}`);
}
