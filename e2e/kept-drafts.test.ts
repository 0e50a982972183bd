import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openDevice, startBrowser } from "./browser.ts";
import { makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});
beforeEach(async (context) => {
  const device = await openDevice(browser);
  page = device.page;
  context.onTestFinished(async () => {
    expect(device.errors).toEqual([]);
    await device.context.close();
  });
});

const restored = () => page.getByTestId("restored");
const discard = () => restored().getByRole("button", { name: "Discard" }).click();
const readStorage = () =>
  page.evaluate(() => JSON.stringify(sessionStorage) + JSON.stringify(localStorage));

/** Loads the page anew, and confirms the browser's question that has to come. */
async function reloadAfterQuestion() {
  const question = page.waitForEvent("dialog");
  const reloading = page.reload();
  const dialog = await question;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.accept();
  await reloading;
}

test("a form for writing tags keeps what was typed over a reload, except a password", async () => {
  await page.goto(`${hub.base}/scan/#/nfc/write/contact`);
  await page.getByLabel("First name").fill("Zoë");
  await page.getByLabel("Organization").fill("Drill & Sons");
  await page.goto(`${hub.base}/scan/#/nfc/write`);
  await page.getByLabel("First name").waitFor({ state: "detached" });
  await page.goto(`${hub.base}/scan/#/nfc/write/contact`);
  expect(await page.getByLabel("Organization").inputValue()).toBe("Drill & Sons");
  await page.reload();
  await restored().waitFor();
  expect(await page.getByLabel("First name").inputValue()).toBe("Zoë");
  await discard();
  expect(await page.getByLabel("First name").inputValue()).toBe("");
  expect(await readStorage()).not.toContain("Drill");

  await page.goto(`${hub.base}/scan/#/nfc/write/wifi`);
  await page.getByLabel("Network name").fill("Workshop");
  await page.getByLabel("Password").fill("drill-and-saw");
  await expect.poll(readStorage).toContain("Workshop");
  expect(await readStorage()).not.toContain("drill-and-saw");
  await reloadAfterQuestion();
  await restored().getByText("Enter again: Password.").waitFor();
  expect(await page.getByLabel("Network name").inputValue()).toBe("Workshop");
  await page.getByLabel("Password").fill("drill-and-saw");
  await expect.poll(() => restored().getByText("Enter again").count()).toBe(0);
});

test("a form that was left before the app was updated from 0.2 is restored", async () => {
  await page.goto(`${hub.base}/scan/#/nfc/write/wifi`);
  await page.getByLabel("Network name").waitFor();
  await page.evaluate(() => {
    const left = { values: { ssid: "Workshop" }, missing: ["password"] };
    sessionStorage.setItem("scanhook.draft write wifi", JSON.stringify(left));
  });
  await page.reload();
  await restored().getByText("Enter again: Password.").waitFor();
  expect(await page.getByLabel("Network name").inputValue()).toBe("Workshop");
});

test("an OpenPrintTag keeps what was typed, and a pasted list asks before it is lost", async () => {
  await page.goto(`${hub.base}/scan/#/nfc/write/open-print-tag`);
  await page.getByRole("textbox", { name: "Brand", exact: true }).fill("Prusament");
  await page.reload();
  await restored().waitFor();
  expect(await page.getByRole("textbox", { name: "Brand", exact: true }).inputValue()).toBe(
    "Prusament",
  );

  await page.goto(`${hub.base}/scan/#/nfc/write/list`);
  await page.locator("#list-text").fill("ssid,password\nWorkshop,drill-and-saw");
  await reloadAfterQuestion();
  await page.locator("#list-text").waitFor();
  expect(await readStorage()).not.toContain("drill-and-saw");
});

test("the receiver keeps its typed address, asks for the password again, and forgets both once saved", async () => {
  await page.goto(`${hub.base}/scan/#/more/webhook`);
  await page.getByTestId("receiver-url").fill("https://shop.example/in/scans");
  await page.getByTestId("user").fill("anna");
  await page.getByTestId("password").fill("not-for-storage");
  await expect.poll(readStorage).toContain("shop.example");
  expect(await readStorage()).not.toContain("not-for-storage");
  await reloadAfterQuestion();
  await restored().getByText("Enter again: Password.").waitFor();
  expect(await page.getByTestId("receiver-url").inputValue()).toBe("https://shop.example/in/scans");
  await page.getByTestId("password").fill("not-for-storage");
  await page.getByTestId("save").click();
  await expect.poll(() => restored().count()).toBe(0);
  await page.reload();
  expect(await page.getByTestId("receiver-url").inputValue()).toBe("https://shop.example/in/scans");
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test("a typed code is there again when its dialog is opened after a reload", async () => {
  await page.goto(`${hub.base}/scan/#/qr`);
  await page.getByRole("button", { name: "Type a code" }).click();
  await page.getByLabel("The text or number of the code").fill("40063811784");
  await page.reload();
  await page.getByRole("button", { name: "Type a code" }).click();
  await restored().waitFor();
  expect(await page.getByRole("dialog").getByRole("textbox").inputValue()).toBe("40063811784");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Type a code" }).click();
  expect(await page.getByRole("dialog").getByRole("textbox").inputValue()).toBe("");
});
