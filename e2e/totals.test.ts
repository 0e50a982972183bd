import type { Page } from "playwright";
import { expect, test } from "vitest";
import { type Look, openDevice, sizes } from "./browser.ts";
import { inspect } from "./inspect.ts";
import { api, browser, hub, openDashboard, useOwner } from "./owner.ts";
import { startReceiver } from "./routes-by-hand.ts";

useOwner();

async function sendScan(content: string, identifier: string = crypto.randomUUID()): Promise<void> {
  const response = await fetch(`${hub.base}/in/scans`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ identifier, date: "2026-05-12T14:23:01Z", content }),
  });
  expect(response.status).toBe(204);
}

async function openScans(look: Look): Promise<Page> {
  const { page } = await openDevice(browser, look);
  await openDashboard(page);
  await page.getByTestId("scan-row").first().waitFor();
  return page;
}

const readTotals = async (page: Page) => [
  await page.getByTestId("received").textContent(),
  await page.getByTestId("stored").textContent(),
];

test("the totals follow what arrives and what is deleted, and the total received never shrinks", async () => {
  await sendScan("BIN-0001", "first");
  await sendScan("BIN-0001", "first");
  for (const content of ["BIN-0001", "BIN-0002"]) await sendScan(content);
  const page = await openScans("desktop, light");
  await expect.poll(() => readTotals(page)).toEqual(["3", "3"]);
  await sendScan("BIN-0003");
  await expect.poll(() => readTotals(page)).toEqual(["4", "4"]);
  await page.getByTestId("scan-row").first().click();
  await page.getByRole("button", { name: "Delete this scan" }).click();
  await page.getByRole("button", { name: "Delete scan", exact: true }).click();
  await expect.poll(() => readTotals(page)).toEqual(["4", "3"]);
  await page.getByTestId("undo-deletion").getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => readTotals(page)).toEqual(["4", "4"]);
  await page.context().close();
});

test("the chart is read with the arrow keys and as a table", async () => {
  const page = await openScans("desktop, dark");
  const day = page.getByRole("slider", { name: "Day of the chart" });
  await expect.poll(() => day.getAttribute("aria-valuetext")).toMatch(/: 4 scans$/);
  await day.focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => page.getByTestId("chart-value").textContent()).toMatch(/: 0 scans$/);
  await page.keyboard.press("End");
  await expect.poll(() => page.getByTestId("chart-value").textContent()).toMatch(/: 4 scans$/);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Hide table", expanded: true }).waitFor();
  const rows = page.getByTestId("totals").getByRole("row");
  await expect.poll(() => rows.count()).toBe(31);
  expect(await rows.nth(1).getByRole("cell").textContent()).toBe("4");
  await page.context().close();
});

test("the scans of the current filter are counted per content when the owner asks", async () => {
  const page = await openScans("desktop, light");
  const rows = page.getByTestId("per-content").locator("tbody tr");
  await page.getByRole("button", { name: "Count per content" }).click();
  await expect.poll(() => rows.allInnerTexts()).toHaveLength(3);
  expect(await rows.first().innerText()).toMatch(/^BIN-0001\s+2$/);
  await page
    .getByTestId("per-content")
    .getByText(/^Counted at \d/)
    .waitFor();
  await page.getByLabel("Search").fill("0002");
  await rows.first().waitFor({ state: "detached" });
  await expect.poll(() => page.getByTestId("scan-row").count()).toBe(1);
  await page.getByRole("button", { name: "Count per content" }).click();
  await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringMatching(/^BIN-0002\s+1$/)]);
  await rows.first().getByRole("link").click();
  await page.getByRole("heading", { name: "Scan", exact: true }).waitFor();
  await page.context().close();
});

test("totals, chart and counts are accessible and fit the window in every look", async () => {
  await sendScan(`https://example.com/${"long/".repeat(60)}`);
  for (const look of sizes) {
    const page = await openScans(look);
    await page.getByTestId("received").getByText(/^\d+$/).waitFor();
    await inspect(page, look, "totals");
    const summary = page.getByTestId("totals").locator("summary").first();
    if (!(await page.getByTestId("chart-value").isVisible())) await summary.click();
    await page.getByRole("button", { name: "Count per content" }).click();
    await page.getByTestId("per-content").locator("tbody tr").first().waitFor();
    await inspect(page, look, "totals, open");
    await page.context().close();
  }
});

test("the number of delivered scans stays when their scans are deleted", async () => {
  const receiver = await startReceiver();
  try {
    const settings = { url: receiver.url };
    await api("POST", "/api/destinations", {
      name: "stock",
      title: "Stock list",
      kind: "http",
      settings,
      allowPrivate: true,
    });
    await api("POST", "/api/routes", { name: "all", inbox: "scans", destination: "stock" });
    for (const content of ["BIN-0004", "BIN-0005", "BIN-0006"]) await sendScan(content);
    const page = await openScans("desktop, light");
    await page.goto(`${hub.base}/#/destinations/stock`);
    const delivered = page.getByTestId("count-delivered").locator(".number");
    await expect.poll(() => delivered.textContent()).toBe("3");
    await api("POST", "/api/scans/delete", { match: { text: "BIN-0005" }, forGood: true });
    const note = page.getByTestId("delivered-total");
    await note.getByText("3 delivered in total, 2 of them stored now.").waitFor();
    expect(await delivered.textContent()).toBe("3");
    await page.context().close();
    for (const look of sizes) {
      const page = await openScans(look);
      await page.goto(`${hub.base}/#/destinations/stock`);
      await page.getByTestId("delivered-total").waitFor();
      await inspect(page, look, "delivered total");
      await page.context().close();
    }
  } finally {
    await receiver.close();
  }
});
