// A phone in the stories: the scanner in its own browser profile.
import type { BrowserContext, Page } from "playwright";
import type { RunningHub } from "./hub.ts";

type Api = (method: string, path: string, body?: unknown) => Promise<unknown>;

/**
 * Opens a new pairing link of the inbox on this page and confirms it as `device`. The page then
 * shows the QR tab, which scans immediately if the camera is already allowed.
 */
export async function pairPhone(
  page: Page,
  hub: RunningHub,
  api: Api,
  device: string,
  inbox = "scans",
): Promise<void> {
  const { link } = (await api("POST", `/api/inboxes/${inbox}/pair`, {})) as { link: string };
  await page.goto(`${hub.base}/scan/${new URL(link).hash}`);
  await page.getByLabel("Name of this device").fill(device);
  await page.getByTestId("pair").click();
  await page.getByText(/^Paired\./).waitFor();
}

/** Creates a user of the inbox and sets the phone's receiver to it. */
export async function connectPhone(
  page: Page,
  hub: RunningHub,
  api: Api,
  user: string,
): Promise<void> {
  const credential = (await api("POST", "/api/inboxes/scans/credentials", { user })) as {
    user: string;
    password: string;
  };
  await setReceiver(page, hub, { url: `${hub.base}/in/scans`, ...credential });
}

/** Sets a receiver by hand, as under More → Webhook. */
export async function setReceiver(
  page: Page,
  hub: RunningHub,
  receiver: { url: string; user?: string; password?: string },
): Promise<void> {
  await page.goto(`${hub.base}/scan/#/more/webhook`);
  await page.getByTestId("receiver-url").fill(receiver.url);
  await page.getByTestId("user").fill(receiver.user ?? "");
  await page.getByTestId("password").fill(receiver.password ?? "");
  await page.getByTestId("save").click();
  await page.getByText("Saved.").waitFor();
}

/**
 * Keeps notices open on all pages that open from now on, so that a slow machine does not miss them.
 */
export async function keepNotices(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const { setTimeout } = globalThis;
    const unlessLong = (run: () => void, ms = 0) => (ms < 10_000 ? setTimeout(run, ms) : 0);
    Object.assign(globalThis, { setTimeout: unlessLong });
  });
}

/** Opens the QR tab and starts the camera, unless the page does that by itself. */
export async function startScanning(page: Page, hub: RunningHub): Promise<void> {
  await page.goto(`${hub.base}/scan/#/scan-code`);
  await page.getByTestId("camera").waitFor();
}

/** Waits for a result of this kind over the picture and returns its card. */
export async function waitForResult(page: Page, kind: string) {
  const status = page.locator(`[data-testid="result-kind"][data-kind="${kind}"]`).first();
  await status.waitFor();
  return page.getByTestId("result").filter({ has: status }).first();
}
