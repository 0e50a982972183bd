// For the stories of the dashboard: a hub whose inbox `scans` is open, its owner, and a browser.
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll } from "vitest";
import { freePort } from "../scripts/testing/free-port.ts";
import { startBrowser } from "./browser.ts";
import { logIn, makeDataFolder, ownerPassword, type RunningHub, startHubProcess } from "./hub.ts";

let port: string;
export let folder: Awaited<ReturnType<typeof makeDataFolder>>;
export let hub: RunningHub;
/** The owner's client of the API. */
export let api: Awaited<ReturnType<typeof logIn>>;
export let browser: Browser;

/** Starts a hub and a browser for the test file. */
export function useOwner(): void {
  beforeAll(async () => {
    folder = await makeDataFolder();
    port = String(await freePort());
    await startHub();
    api = await logIn(hub);
    await api("PATCH", "/api/inboxes/scans", { open: true });
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await hub?.stop();
    await folder?.remove();
  });
}

/** Starts the hub again after `hub.stop()`, with its data and at the same address. */
export async function startHub(): Promise<void> {
  hub = await startHubProcess(folder.data, "--http-port", port, "--https-port", "0");
}

/**
 * Logs the owner in on the page of the log-in, which asks for a name as soon as somebody else has a
 * password.
 */
export async function logInOnPage(page: Page, password = ownerPassword): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(password);
  const name = page.getByLabel("Name", { exact: true });
  if ((await name.count()) > 0) await name.fill("owner");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
}

/** Returns the address on this machine of a one-time link, whose browser needs no certificate. */
export const atHub = (link: string): string => new URL(new URL(link).hash, hub.base).href;

/** Opens a screen of the dashboard and logs in. */
export async function openDashboard(page: Page, hash = ""): Promise<void> {
  await page.goto(`${hub.base}/${hash}`);
  await logInOnPage(page);
}

/** Posts a scan to an inbox, as any sender does. */
export function postScan(content: string, inbox = "scans"): Promise<Response> {
  return fetch(`${hub.base}/in/${inbox}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      identifier: crypto.randomUUID(),
      date: new Date().toISOString(),
      content,
    }),
  });
}
