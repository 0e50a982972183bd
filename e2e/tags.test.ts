import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { openDevice, sizes } from "./browser.ts";
import { inspect } from "./inspect.ts";
import { api, browser, hub, openDashboard, startHub, useOwner } from "./owner.ts";

const drillUid = "04:A2:7F:1B:5E:80:00";
const spoolUid = "E0:04:01:08:66:2F:6F:BC";

let scanCount = 0;

useOwner();

/** Sends a scan of a tag as a scanner does, each with another second, so that none is a repeat. */
async function sendScan(
  identifier: string,
  content: string,
  extraFields: object = {},
): Promise<void> {
  const date = new Date(Date.UTC(2026, 4, 12, 14, 0, scanCount++)).toISOString();
  const response = await fetch(`${hub.base}/in/scans`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ identifier, date: `${date.slice(0, 19)}Z`, content, ...extraFields }),
  });
  expect(response.status).toBe(204);
}

const sendSpool = () =>
  sendScan(spoolUid, "Prusament PLA Lipstick Red", {
    tagType: "openPrintTag",
    structured: {
      material: "PLA",
      color: "#C8102E",
      manufacturer: "Prusament",
      uuid: "bf63e92d-9ca5-53d7-9fab-ffdd0240c585",
      nozzle: { min: 205, max: 225 },
    },
  });

const tagRow = (page: Page, text: string) => page.getByTestId("tag-row").filter({ hasText: text });
const scanRow = (page: Page, text: string) =>
  page.getByTestId("scan-row").filter({ hasText: text });

describe.each(sizes)("before the first tag, on a %s screen", (look) => {
  test("the screen of tags says how to scan tags", async () => {
    const { page, context, errors } = await openDevice(browser, look);
    await openDashboard(page, "#/tags");
    await page.getByRole("heading", { name: "No tags yet" }).waitFor();
    await page.getByText("scanhook kiosk --to").waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
    await inspect(page, look, "no tags");
    expect(errors).toEqual([]);
    await context.close();
  });
});

test("a tag gets its name on the page of its scan, and every row shows the name, also after a restart", async () => {
  const { page, context, errors } = await openDevice(browser, "desktop, light");
  await openDashboard(page, "#/tags");
  await page.getByText("Live", { exact: true }).waitFor();
  await sendScan(drillUid, "https://example.com/tools/drill-7");
  await tagRow(page, drillUid).getByText("seen 1×").waitFor();
  await sendScan(drillUid, "https://example.com/tools/drill-7");
  await tagRow(page, drillUid).getByText("seen 2×").waitFor();
  await sendSpool();
  await tagRow(page, "Prusament PLA Lipstick Red").waitFor();
  await sendScan("NoIdentifierInCompatibilityMode", "read in compatibility mode");

  await page.getByRole("link", { name: "Scans" }).click();
  await scanRow(page, "drill-7").first().click();
  const tagSection = page.getByTestId("scan-tag");
  await tagSection.getByText("Seen 2 times").waitFor();
  await tagSection.getByRole("button", { name: "Name it" }).click();
  await page.keyboard.type("  Drill 7 ");
  await page.keyboard.press("Enter");
  await tagSection.getByText("Drill 7", { exact: true }).waitFor();
  await expect.poll(() => scanRow(page, "Drill 7").count()).toBe(2);
  await sendScan(drillUid, "third");
  await tagSection.getByText("Seen 3 times").waitFor();
  await scanRow(page, "third").getByText("Drill 7").waitFor();

  await tagSection.getByRole("link", { name: "Show the tag" }).click();
  await page.getByRole("heading", { name: "Drill 7" }).waitFor();
  expect(await page.getByTestId("tag-count").textContent()).toContain("3 times");
  await sendScan(drillUid, "fourth");
  await page.getByTestId("tag-count").getByText("4 times").waitFor();
  await page.getByRole("button", { name: "Rename" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByLabel("Name").fill("Drill 8");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Drill 8" }).waitFor();
  await expect.poll(() => scanRow(page, "Drill 8").count()).toBe(4);

  await hub.stop();
  await startHub();
  await context.close();
  const secondDevice = await openDevice(browser, "phone, dark");
  await openDashboard(secondDevice.page, "#/tags");
  await tagRow(secondDevice.page, "Drill 8").getByText("seen 4×").waitFor();
  expect([...errors, ...secondDevice.errors]).toEqual([]);
  await secondDevice.context.close();
});

test("an OpenPrintTag is shown as a card with its color, and a tag without a UID says so", async () => {
  const { page, context, errors } = await openDevice(browser, "phone, light");
  await openDashboard(page);
  await scanRow(page, "Lipstick Red").first().click();
  const card = page.getByTestId("spool");
  for (const text of ["PLA", "Prusament", "#C8102E", "bf63e92d-9ca5-53d7-9fab-ffdd0240c585"]) {
    await card.getByText(text, { exact: true }).waitFor();
  }
  await card.getByText('"max": 225').waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await scanRow(page, "compatibility mode").first().click();
  const tagSection = page.getByTestId("scan-tag");
  await tagSection.getByText("did not reveal its identifier").waitFor();
  expect(await tagSection.getByRole("button").count()).toBe(0);
  expect(errors).toEqual([]);
  await context.close();
});

test("tags are found by name, and a tag can be named before its first scan", async () => {
  const { page, context, errors } = await openDevice(browser, "desktop, dark");
  await openDashboard(page, "#/tags");
  const search = page.getByRole("searchbox");
  await search.fill("drill");
  await expect.poll(() => page.getByTestId("tag-row").count()).toBe(1);
  await search.fill("nothing is called this");
  await page.getByText("No tags match").waitFor();
  await search.fill("de-ad-be-ef");
  await page.getByRole("link", { name: "Name the tag with this identifier" }).click();
  await page.getByText("not yet").waitFor();
  await page.getByRole("button", { name: "Name it" }).click();
  await page.getByLabel("Name").fill("x\u0000");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("alert").getByText("This cannot be the name of a tag").waitFor();
  await page.getByLabel("Name").fill("Ladder");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Ladder" }).waitFor();
  await page.getByRole("link", { name: "All tags" }).click();
  await tagRow(page, "Ladder").getByText("Named, not scanned yet").waitFor();
  await sendScan("DE:AD:BE:EF", "ladder");
  await tagRow(page, "Ladder").getByText("seen 1×").waitFor();
  await tagRow(page, "Ladder").click();
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByLabel("Name").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Unnamed tag" }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test("the scans of one tag have their own list, from which the user returns to the tag", async () => {
  const { page, context, errors } = await openDevice(browser, "desktop, light");
  await openDashboard(page, `#/tags/${drillUid}`);
  await scanRow(page, "third").click();
  await page.getByRole("heading", { name: "Scan", exact: true }).waitFor();
  await expect.poll(() => page.getByTestId("scan-row").count()).toBe(4);
  await page.getByRole("button", { name: "Close the scan" }).click();
  await page.getByRole("heading", { name: "Drill 8" }).waitFor();
  await page.goto(`${hub.base}/#/?tag=${drillUid}`);
  await page.getByRole("button", { name: /Drill 8/ }).click();
  await scanRow(page, "Lipstick Red").first().waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

describe.each(sizes)("on a %s screen", (look) => {
  test("every screen of tags is accessible and fits the window", async () => {
    const longName = "A very long name that somebody gave a tag to see how it looks when it is cut";
    await api("PUT", "/api/tags/04:11:22:33:44:55:66/name", { name: longName });
    await api("PUT", `/api/tags/${spoolUid}/name`, { name: "Red spool, shelf 2" });
    await api("PUT", `/api/tags/${drillUid}/name`, { name: "Drill 8" });
    await sendScan(drillUid, "https://example.com/tools/drill-7");
    await sendScan("NoIdentifierInCompatibilityMode", "read in compatibility mode");
    await sendScan("08:12:34:56", "");
    await sendSpool();
    const { page, context, errors } = await openDevice(browser, look);
    await openDashboard(page, "#/tags");
    await tagRow(page, longName).waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
    await inspect(page, look, "tags");
    await page.getByRole("searchbox").fill("de:ad:be:00");
    await page.getByText("No tags match").waitFor();
    await inspect(page, look, "no tags match");
    for (const [name, tag] of [
      ["tag", drillUid],
      ["spool", spoolUid],
      ["random tag", "08:12:34:56"],
      ["tag not seen", "04:11:22:33:44:55:66"],
      ["no tag", "drill"],
    ] as const) {
      await page.goto(`${hub.base}/#/tags/${tag}`);
      const tagOrProblem = page.getByTestId("tag-count").or(page.getByRole("alert"));
      await tagOrProblem.first().waitFor();
      await page.getByText("Loading…").waitFor({ state: "detached" });
      await inspect(page, look, name);
    }
    await page.goto(`${hub.base}/#/tags/${drillUid}`);
    await page.getByRole("button", { name: "Rename" }).click();
    await inspect(page, look, "naming");
    await page.goto(`${hub.base}/#/?tag=${drillUid}`);
    await scanRow(page, "drill-7").first().waitFor();
    await inspect(page, look, "scans of a tag");
    await page.goto(hub.base);
    await scanRow(page, "Lipstick Red").first().waitFor();
    await inspect(page, look, "scans with tags");
    await scanRow(page, "Lipstick Red").first().click();
    await page.getByRole("link", { name: "Show the tag" }).waitFor();
    await inspect(page, look, "scan of a spool");
    await page
      .getByRole("button", { name: /^Close/ })
      .first()
      .click();
    await scanRow(page, "compatibility mode").first().click();
    await page.getByTestId("scan-tag").waitFor();
    await inspect(page, look, "scan without identifier");
    expect(errors).toEqual([]);
    await context.close();
  });
});
