import type { Browser } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { folderOf, publicSite } from "../scripts/build-site.ts";
import { serveFolder } from "../scripts/serve-folder.ts";
import { findFirefox } from "../scripts/testing/engines.ts";
import { openDevice } from "./browser.ts";
import { startFirefox } from "./engines/firefox.ts";
import { logIn, makeDataFolder, ownerPassword, type RunningHub, startHubProcess } from "./hub.ts";

// Stories that only Firefox needs. vitest.config.ts lists those that it shares with Chromium.
describe.skipIf(!findFirefox().ok)("in Firefox", () => {
  let folder: Awaited<ReturnType<typeof makeDataFolder>>;
  let hub: RunningHub;
  let firefox: Browser;
  /** Firefox with a blocked camera that stores nothing for pages. */
  let strictFirefox: Browser;
  let device: Awaited<ReturnType<typeof openDevice>>;

  beforeAll(async () => {
    folder = await makeDataFolder();
    hub = await startHubProcess(folder.data);
    await logIn(hub);
    firefox = await startFirefox();
    strictFirefox = await startFirefox({
      "permissions.default.camera": 2,
      "media.navigator.permission.disabled": false,
      "network.cookie.cookieBehavior": 2,
    });
  });
  afterEach(async () => {
    await device?.context.close();
    // Firefox itself reports the service worker that it blocks, although the page expects that.
    const errors = device.errors.filter(
      (error) => !error.startsWith("Storage access is restricted"),
    );
    expect(errors).toEqual([]);
  });
  afterAll(async () => {
    await firefox?.close();
    await strictFirefox?.close();
    await hub?.stop();
    await folder?.remove();
  });

  test("the camera is shown and released", async () => {
    device = await openDevice(firefox);
    const { page } = device;
    await page.goto(`${hub.base}/scan/#/scan-code`);
    await page.getByTestId("camera").waitFor();
    const video = page.locator("video");
    const readWidth = () => video.evaluate((element: HTMLVideoElement) => element.videoWidth);
    await expect.poll(readWidth).toBeGreaterThan(0);
    const track = await video.evaluateHandle(
      (element: HTMLVideoElement) => (element.srcObject as MediaStream).getVideoTracks()[0]!,
    );
    await page.getByTestId("tab-more").click();
    await expect.poll(() => track.evaluate(({ readyState }) => readyState)).toBe("ended");
  });

  test("a denied camera permission is explained", async () => {
    device = await openDevice(strictFirefox);
    await device.page.goto(`${hub.base}/scan/#/scan-code`);
    await device.page.getByText(/allow/i).first().waitFor();
  });

  test("the log-in says that it needs cookies where Firefox blocks site data", async () => {
    device = await openDevice(strictFirefox, "desktop, light");
    const { page } = device;
    await page.goto(hub.base);
    await page.getByLabel("Password", { exact: true }).fill(ownerPassword);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByText(/does not keep the cookie/).waitFor();
  });

  test("the scanner says that it keeps nothing where Firefox blocks site data", async () => {
    device = await openDevice(strictFirefox);
    const { page } = device;
    await page.goto(`${hub.base}/scan/#/more/history`);
    await page.getByText("The history could not be read.").waitFor();
    await page.goto(`${hub.base}/scan/#/more/about`);
    await page.getByRole("heading", { level: 1, name: "About" }).waitFor();
  });

  test("the demo of the site exchanges a scan with its receiver", async () => {
    const site = await serveFolder(folderOf(publicSite), { base: publicSite.base });
    try {
      device = await openDevice(firefox, "desktop, light");
      const { page } = device;
      await page.goto(`${site.url}demo/`);
      await page.getByLabel("Content").fill("PLA Öliv “2”");
      await page.getByText("HTTP/1.1 204 No Content").waitFor();
      await page.getByLabel("The receiver").selectOption("asks");
      await page.getByText("authorization: Basic ").waitFor();
    } finally {
      await site.close();
    }
  });
});
