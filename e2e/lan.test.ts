import { readFile } from "node:fs/promises";
import { request as httpsRequest } from "node:https";
import { join } from "node:path";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDevice, startBrowser } from "./browser.ts";
import { writeVideo } from "./camera/video.ts";
import { logIn, makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import { waitForResult } from "./phone.ts";

// A phone on the same network gets only the help page over plain HTTP, and everything over HTTPS.
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let browser: Browser;
let https: string;

beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  https = hub.addresses.find((address) => address.startsWith("https://"))!.replace(/\/$/, "");
  const camera = await writeVideo(join(folder.data, "camera.y4m"), [
    { codes: [{ symbology: "pdf417", text: "CRATE-99 / LAN", size: 1 }], frames: 20 },
  ]);
  browser = await startBrowser(camera);
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});

test("the hub's certificate is valid for clients that trust its authority, and for no others", async () => {
  const ca = await readFile(join(folder.data, "ca.pem"), "utf8");
  const get = (options: { ca?: string }) =>
    new Promise<number | string>((resolve) => {
      httpsRequest(`${https}/healthz`, options, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      })
        .on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
        .end();
    });
  expect(await get({ ca })).toBe(200);
  expect(await get({})).toMatch(/SELF_SIGNED|UNABLE_TO/);
});

test("the QR code in the terminal leads a phone to the help page and, with its pairing code, on to the scanner over HTTPS", async () => {
  const api = await logIn(hub);
  const { link } = await api<{ link: string }>("POST", "/api/inboxes/scans/pair", {});
  const { page, errors } = await openDevice(browser);
  await page.goto(`${hub.base}/phone${new URL(link).hash}`);
  const open = page.getByRole("link", { name: "Open the scanner" }).first();
  await expect.poll(() => open.getAttribute("href")).toContain("#/pair?code=");
  await page.goto((await open.getAttribute("href"))!);
  expect(page.url()).toMatch(/^https:/);
  await page.getByTestId("pair").click();
  await waitForResult(page, "accepted");
  const { scans } = await api<{ scans: { content: string }[] }>("GET", "/api/scans");
  expect(scans.map(({ content }) => content)).toEqual(["CRATE-99 / LAN"]);
  expect(errors).toEqual([]);
});
