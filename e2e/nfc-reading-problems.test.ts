import { describe, expect, test } from "vitest";
import { openDevice } from "./browser.ts";
import { changePhone, placeTag, runningScans, tapTag } from "./nfc/fake-tag.ts";
import { browser, hub, phone } from "./nfc/nfc-phone.ts";
import {
  openPhone,
  storedScans,
  text,
  uid,
  url,
  usePhones,
  waitUntilReading,
} from "./nfc/reading.ts";
import { setReceiver, waitForResult } from "./phone.ts";

// How reading goes on, by touch or keyboard, and what keeps a tag from being read or sent.
usePhones();

test("a tag that stays on the phone gives one scan, even when the page was hidden in between", async () => {
  await openPhone();
  await waitUntilReading();
  await placeTag(phone, { serialNumber: uid, records: [text("Resting")] });
  await waitForResult(phone, "accepted");
  const setVisibility = (visibility: string) =>
    phone.evaluate((newState) => {
      Object.defineProperty(document, "visibilityState", {
        value: newState,
        configurable: true,
      });
      document.dispatchEvent(new Event("visibilitychange"));
    }, visibility);
  await setVisibility("hidden");
  await expect.poll(() => runningScans(phone)).toBe(0);
  await setVisibility("visible");
  await phone.getByText("Already scanned.").first().waitFor();
  expect(await storedScans()).toHaveLength(1);
  await phone.getByRole("button", { name: "Scan it again" }).click();
  // Within the same second the hub sees the same scan again and counts a repeat.
  const countReceivedScans = async () =>
    (await storedScans()).reduce((sum, { repeats }) => sum + 1 + repeats, 0);
  await expect.poll(countReceivedScans).toBe(2);
});

test("reading stops when the user leaves the tab and starts again on return", async () => {
  await openPhone();
  await waitUntilReading();
  await expect.poll(() => runningScans(phone)).toBe(1);
  await phone.getByTestId("tab-more").click();
  await phone.getByRole("heading", { name: "More" }).waitFor();
  await expect.poll(() => runningScans(phone)).toBe(0);
  await phone.getByTestId("tab-nfc").click();
  await waitUntilReading();
  await expect.poll(() => runningScans(phone)).toBe(1);
});

test("tags that cannot be read are reported by their cause and not sent", async () => {
  await openPhone();
  await waitUntilReading();
  await tapTag(phone, { loseAt: "read" });
  await phone.getByRole("heading", { name: "This tag could not be read" }).waitFor();
  await tapTag(phone, { ndef: false });
  await phone.getByRole("heading", { name: "No readable tag" }).waitFor();
  await tapTag(phone, {});
  await phone.getByRole("heading", { name: "Nothing to send" }).waitFor();
  expect(await storedScans()).toEqual([]);
});

test("with NFC scans switched off nothing is sent, and the history keeps the tag", async () => {
  await openPhone();
  await phone.goto(`${hub.base}/scan/#/more/webhook`);
  await phone.getByRole("switch", { name: "NFC scans" }).click();
  await phone.getByTestId("save").click();
  await phone.getByText("Saved.").waitFor();
  await phone.goto(`${hub.base}/scan/#/nfc`);
  await waitUntilReading();
  await tapTag(phone, { serialNumber: uid, records: [url("https://example.com/kept")] });
  const card = await waitForResult(phone, "off");
  expect(await card.textContent()).toContain("Sending NFC scans is switched off.");
  expect(await storedScans()).toEqual([]);
  await phone.goto(`${hub.base}/scan/#/more/history`);
  await phone.getByTestId("history-row").click();
  await phone.getByRole("heading", { name: "NFC tag" }).waitFor();
  await phone
    .getByRole("region", { name: "The tag itself" })
    .getByText("04:A2:7F:1B:5E:80:00")
    .waitFor();
  await phone.getByText("Not sent: the switch “NFC scans” is off.").waitFor();
});

test("a tag with too many records to write is scanned and not offered for copying", async () => {
  await openPhone();
  await waitUntilReading();
  const copyButton = phone.getByRole("button", { name: "Copy to another tag" });
  const createRecords = (count: number) => Array.from({ length: count }, (_, n) => url(`tel:${n}`));
  await tapTag(phone, { serialNumber: "04:01:02:03:04:05:06", records: createRecords(129) });
  await waitForResult(phone, "accepted");
  expect(await copyButton.count()).toBe(0);
  await tapTag(phone, { serialNumber: uid, records: createRecords(128) });
  await copyButton.waitFor();
  expect((await storedScans()).map(({ content }) => content)).toContain("tel:0");
});

test("a wrong password is reported immediately with its cause", async () => {
  await openPhone();
  await setReceiver(phone, hub, { url: `${hub.base}/in/scans`, user: "nobody", password: "wrong" });
  await phone.goto(`${hub.base}/scan/#/nfc`);
  await waitUntilReading();
  await tapTag(phone, { serialNumber: uid, records: [text("Not let in")] });
  const card = await waitForResult(phone, "refused");
  expect(await card.textContent()).toContain("did not accept the username and password");
  const alert = phone.getByRole("alert").filter({ hasText: "Refused. Not let in." });
  await alert.waitFor({ state: "attached" });
});

describe("a problem that keeps the phone from reading", () => {
  const locateProblem = (kind: string) =>
    phone.locator(`[data-testid="nfc-problem"][data-kind="${kind}"]`);

  test("the browser asks for permission after a tap, and can be asked again when the question was closed", async () => {
    await openPhone({ permission: "prompt", answer: "prompt" }, "nfc");
    const startButton = phone.getByTestId("nfc-start");
    await startButton.waitFor();
    expect(await runningScans(phone)).toBe(0);
    await startButton.click();
    await locateProblem("dismissed").waitFor();
    await changePhone(phone, { answer: "granted" });
    await phone.getByRole("button", { name: "Try again" }).click();
    await waitUntilReading();
  });

  test("a denied permission is explained until it is allowed in the settings of the browser", async () => {
    await openPhone({ permission: "denied" });
    await locateProblem("denied").waitFor();
    await changePhone(phone, { permission: "granted" });
    await waitUntilReading();
  });

  test("switched-off NFC is explained until it is on and the page is visible again", async () => {
    await openPhone({ nfc: "off" });
    await locateProblem("off").waitFor();
    await changePhone(phone, { nfc: "on" });
    await phone.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await waitUntilReading();
  });

  test.each(["missing", "busy"] as const)("NFC that is %s is explained", async (nfc) => {
    await openPhone({ nfc });
    await locateProblem(nfc === "missing" ? "no-adapter" : "busy").waitFor();
  });

  test("a browser without Web NFC says so and names what works", async () => {
    const { page, context, errors } = await openDevice(browser);
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, "NDEFReader"));
    await page.goto(`${hub.base}/scan/#/nfc`);
    await page.locator('[data-testid="nfc-problem"][data-kind="unsupported"]').waitFor();
    await page.getByText("scanhook kiosk").waitFor();
    await page.getByRole("link", { name: "Scan a code" }).click();
    await page.getByRole("heading", { name: "Scan a code" }).waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });
});

test("tags can be read with the keyboard alone", async () => {
  await openPhone({ permission: "prompt" }, "nfc");
  await phone.getByTestId("nfc-start").waitFor();
  const readFocusedText = () => phone.evaluate(() => document.activeElement?.textContent?.trim());
  const tabTo = async (name: string) => {
    for (let steps = 0; steps < 30 && (await readFocusedText()) !== name; steps += 1) {
      await phone.keyboard.press("Tab");
    }
    expect(await readFocusedText()).toBe(name);
  };
  await tabTo("Start reading");
  await phone.keyboard.press("Enter");
  await waitUntilReading();
  const records = [{ recordType: "unknown", data: new Uint8Array([0x48, 0x69]) }];
  await tapTag(phone, { serialNumber: uid, records });
  await waitForResult(phone, "accepted");
  await tabTo("Show 2 bytes");
  await phone.keyboard.press("Enter");
  await phone.getByText(/^48 69/).waitFor();
});
