// An owner who sets up forwarding on the dashboard: a hub with an open inbox, a destination, and
// pages that are logged in.
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

/** Starts a browser for the test file, and a hub and a destination for each test. */
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

/**
 * Starts a destination that responds with `reply`, which a test may change, and records its
 * requests.
 */
export async function startReceiver() {
  const received: Received[] = [];
  const reply = { status: 200, body: '{"said":"thank you"}' };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method = "", url: path = "", headers } = request;
    received.push({ method, path, headers, body });
    response.writeHead(reply.status, { "content-type": "application/json" }).end(reply.body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    reply,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Posts a scan to the open inbox and expects a 204. */
export async function sendScan(content: string): Promise<void> {
  expect((await postScan(content)).status).toBe(204);
}

/** Posts a scan to the open inbox and returns the response. */
export function postScan(content: string): Promise<Response> {
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

/** Opens the dashboard at this screen in a new browser profile, and logs in. */
export async function openDashboard(look: Look, screen: string) {
  const device = await openDevice(browser, look);
  const { page } = device;
  await page.goto(`${hub.base}/#/${screen}`);
  await page.getByLabel("Password", { exact: true }).fill(ownerPassword);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  return device;
}

/**
 * Creates the destination `stock` and a route to it with the API, for stories about something else.
 */
export async function createDestinationWithRoute(): Promise<void> {
  await api("POST", "/api/destinations", {
    name: "stock",
    title: "Stock list",
    kind: "http",
    settings: { url: receiver.url },
    allowPrivate: true,
  });
  await api("POST", "/api/routes", { name: "door-to-stock", inbox: "scans", destination: "stock" });
}

export const deliveryRow = (page: Page, content: string) =>
  page.getByTestId("delivery-row").filter({ hasText: content });
export const deliveryCount = (page: Page, state: string, expected: number) =>
  page.getByTestId(`count-${state}`).getByText(String(expected), { exact: true });

/**
 * Moves the focus to the target with the Tab key. Throws if 80 presses, more than any screen needs,
 * do not reach it.
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`The Tab key does not reach ${target}`);
}
