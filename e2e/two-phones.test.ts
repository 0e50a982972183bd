import { join } from "node:path";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDevice, startBrowser } from "./browser.ts";
import { writeVideo } from "./camera/video.ts";
import { logIn, makeDataFolder, ownerPassword, type RunningHub, startHubProcess } from "./hub.ts";
import { pairPhone, waitForResult } from "./phone.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
const browsers: Browser[] = [];

beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
});
afterAll(async () => {
  for (const browser of browsers) await browser.close();
  await hub?.stop();
  await folder?.remove();
});

test("two phones scan at the same time as two users, and one dashboard shows both", async () => {
  const api = await logIn(hub);
  const contents = { "gate-a": "TICKET-0001", "gate-b": "TICKET-0002" };
  const phones = await Promise.all(
    Object.entries(contents).map(async ([device, text]) => {
      const camera = await writeVideo(join(folder.data, `${device}.y4m`), [
        { codes: [{ symbology: "datamatrix", text, turn: 30 }], frames: 20 },
      ]);
      const browser = await startBrowser(camera);
      browsers.push(browser);
      return { device, page: (await openDevice(browser)).page };
    }),
  );
  const { page: dashboard } = await openDevice(browsers[0]!, "desktop, light");
  await dashboard.goto(hub.base);
  await dashboard.getByLabel("Password", { exact: true }).fill(ownerPassword);
  await dashboard.getByRole("button", { name: "Log in" }).click();
  await dashboard.getByText("Live", { exact: true }).first().waitFor();

  await Promise.all(
    phones.map(async ({ device, page }) => {
      await pairPhone(page, hub, api, device);
      await waitForResult(page, "accepted");
    }),
  );
  for (const content of Object.values(contents)) {
    await dashboard.getByText(content).first().waitFor();
  }
  const { scans } = await api<{ scans: { content: string; user: string }[] }>("GET", "/api/scans");
  expect(Object.fromEntries(scans.map(({ user, content }) => [user, content]))).toEqual(contents);
});
