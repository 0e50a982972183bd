import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDevice, sizes, startBrowser } from "./browser.ts";
import { logIn, makeDataFolder, ownerPassword, type RunningHub, startHubProcess } from "./hub.ts";
import { inspect } from "./inspect.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let browser: Browser;

beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  const api = await logIn(hub);
  await api("PATCH", "/api/inboxes/scans", { open: true });
  for (const content of [
    "0109521234543213310300175017991231\u001d10AB-7\u001d3922",
    "010952123454321331030017501799123110AB-7\u001d21000042\u001d39221299",
    "https://id.gs1.org/01/09506000134352/10/AB-7?17=991231&8099=X",
    "[)>\u001e06\u001dKP0-1\u001d1PMC34063ADR\u001dQ3\u001d14D20270131\u001e\u0004",
  ]) {
    const scan = { identifier: crypto.randomUUID(), date: "2026-05-12T14:23:01Z", content };
    const response = await fetch(`${hub.base}/in/scans`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(scan),
    });
    expect(response.status).toBe(204);
  }
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});

test.each(sizes)(
  "the page of a scan shows the parts of a GS1 code and a supplier's label, on a %s screen",
  async (look) => {
    const { page, context, errors } = await openDevice(browser, look);
    await page.goto(`${hub.base}/#/scans/2`);
    await page.getByLabel("Password", { exact: true }).fill(ownerPassword);
    await page.getByRole("button", { name: "Log in" }).click();
    const parts = page.getByTestId("code-parts");
    await parts.waitFor();
    const text = (await parts.innerText()).replace(/\s+/g, " ");
    expect(text).toBe(
      [
        "GS1 parts Application identifier 01 Product (GTIN) 09521234543213",
        "Application identifier 3103 Net weight 1.750 kg 001750",
        "Application identifier 17 Expiration date December 31, 1999 991231",
        "Application identifier 10 Batch or lot AB-7",
        "Application identifier 21 Serial number 000042",
        "Application identifier 3922 Price of a variable measure 12.99 1299",
      ].join(" "),
    );
    await inspect(page, look, "GS1 parts");
    // A damaged part does not hide the others.
    await page.goto(`${hub.base}/#/scans/1`);
    await page.getByTestId("scan-content").getByText("1231‹GS›10AB").waitFor();
    await parts.getByText("This value does not have the form of its identifier.").waitFor();
    await parts.getByText("AB-7").waitFor();
    await page.goto(`${hub.base}/#/scans/3`);
    await parts.getByText("09506000134352").waitFor();
    await parts.getByText("Unknown").waitFor();
    await inspect(page, look, "GS1 Digital Link");
    await page.goto(`${hub.base}/#/scans/4`);
    await parts.getByRole("heading", { name: "Supplier label" }).waitFor();
    expect((await parts.locator("dl").innerText()).replace(/\s+/g, " ")).toBe(
      [
        "Data identifier K Purchase order P0-1",
        "Data identifier 1P Supplier part number MC34063ADR",
        "Data identifier Q Quantity 3",
        "Data identifier 14D Expiration date January 31, 2027 20270131",
      ].join(" "),
    );
    await inspect(page, look, "supplier label");
    expect(errors).toEqual([]);
    await context.close();
  },
);
