import { describe, expect, test } from "vitest";
import vectors from "../packages/tags/src/openprinttag/fixtures/vectors.json" with { type: "json" };
import { openDevice } from "./browser.ts";
import type { FakeTag } from "./nfc/fake-nfc.ts";
import { changePhone, placeTag, runningScans, tapTag } from "./nfc/fake-tag.ts";
import { browser, hub, phone } from "./nfc/nfc-phone.ts";
import {
  encode,
  openPhone,
  storedScans,
  text,
  uid,
  url,
  usePhones,
  waitUntilReading,
} from "./nfc/reading.ts";
import { setReceiver, waitForResult } from "./phone.ts";

// The content of a tag is shown, sent and kept.
usePhones();

describe("the content of a tag that is shown and sent", () => {
  const utf16 = new Uint8Array(Buffer.from("\ufeffGrüße, 世界", "utf16le"));
  const cases: {
    content: string;
    tag: FakeTag;
    shown: (string | RegExp)[];
    sent: { identifier: string; content: string };
  }[] = [
    {
      content: "a link",
      tag: { serialNumber: uid, records: [url("https://example.com/drill-7")] },
      shown: ["04:A2:7F:1B:5E:80:00", /NXP/, "https://example.com/drill-7", /24 bytes, 1 record/],
      sent: { identifier: "04:A2:7F:1B:5E:80:00", content: "https://example.com/drill-7" },
    },
    {
      content: "a text in UTF-16",
      tag: {
        serialNumber: uid,
        records: [{ recordType: "text", encoding: "utf-16", lang: "de", data: utf16 }],
      },
      shown: ["Grüße, 世界", "Language: German (de)"],
      sent: { identifier: "04:A2:7F:1B:5E:80:00", content: "Grüße, 世界" },
    },
    {
      content: "a smart poster",
      tag: {
        serialNumber: uid,
        records: [
          {
            recordType: "smart-poster",
            data: {
              records: [
                url("https://example.com/menu"),
                text("Menu"),
                { recordType: ":act", data: new Uint8Array([0]) },
              ],
            },
          },
        ],
      },
      shown: ["Smart poster", "Menu", "https://example.com/menu", /asks to open it immediately/],
      sent: { identifier: "04:A2:7F:1B:5E:80:00", content: "https://example.com/menu" },
    },
    {
      content: "data of a media type",
      tag: {
        serialNumber: uid,
        records: [
          { recordType: "mime", mediaType: "application/octet-stream", data: encode("7 bytes") },
        ],
      },
      shown: ["Data (application/octet-stream)", "Show 7 bytes"],
      sent: { identifier: "04:A2:7F:1B:5E:80:00", content: "" },
    },
    {
      content: "a contact, an app and data of others",
      tag: {
        serialNumber: uid,
        records: [
          {
            recordType: "mime",
            mediaType: "text/vcard",
            data: encode("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada Lovelace\r\nEND:VCARD\r\n"),
          },
          { recordType: "android.com:pkg", data: encode("org.example.tool") },
          { recordType: "example.com:x", data: new Uint8Array([1, 2, 3]) },
          { recordType: "unknown", data: new Uint8Array([4]) },
        ],
      },
      shown: [
        "Record 1 of 4",
        "Ada Lovelace",
        "org.example.tool",
        "Data of type example.com:x",
        "Data of unknown type",
      ],
      sent: {
        identifier: "04:A2:7F:1B:5E:80:00",
        content: "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada Lovelace\r\nEND:VCARD\r\n",
      },
    },
    {
      content: "nothing",
      tag: { serialNumber: uid },
      shown: ["Blank tag", "Write to this tag"],
      sent: { identifier: "04:A2:7F:1B:5E:80:00", content: "" },
    },
    {
      content: "the UID of ISO 15693, which comes in reverse byte order",
      tag: { serialNumber: "bc:6f:2f:66:08:01:04:e0", records: [text("Shelf 12")] },
      shown: ["E0:04:01:08:66:2F:6F:BC", /ISO 15693/, "Shelf 12"],
      sent: { identifier: "E0:04:01:08:66:2F:6F:BC", content: "Shelf 12" },
    },
    {
      content: "no UID",
      tag: { records: [text("Nameless")] },
      shown: ["Nameless", /has none/],
      sent: { identifier: "NoIdentifierInCompatibilityMode", content: "Nameless" },
    },
  ];

  test.each(cases)(
    "a tag with $content is shown and sent as a scan",
    async ({ tag, shown, sent }) => {
      await openPhone();
      await waitUntilReading();
      await tapTag(phone, tag);
      await waitForResult(phone, "accepted");
      for (const expectedText of shown) {
        await phone.getByTestId("nfc-tag").getByText(expectedText).first().waitFor();
      }
      const [scan, ...others] = await storedScans();
      expect(others).toEqual([]);
      expect(scan).toMatchObject({ ...sent, source: "nfc" });
    },
  );

  test("a spool of filament is shown and sent as its manufacturer wrote it", async () => {
    const vector = vectors.find(({ name }) => name === "ref-aux-fields")!;
    const data = new Uint8Array(Buffer.from(vector.payloadHex, "hex"));
    await openPhone();
    await waitUntilReading();
    const serialNumber = vector.tagUidHex!.match(/../g)!.toReversed().join(":");
    const record = { recordType: "mime", mediaType: "application/vnd.openprinttag", data };
    await tapTag(phone, { serialNumber, records: [record] });
    await waitForResult(phone, "accepted");
    const { main } = vector.decoded!;
    const card = phone.getByRole("region", { name: "OpenPrintTag" });
    await card.getByRole("heading", { name: main.material_name! }).waitFor();
    for (const expectedText of [main.brand_name!, "#3D3E3D", /^PLA · Polylactic Acid/]) {
      await card
        .getByText(expectedText, { exact: true })
        .or(card.getByText(expectedText))
        .first()
        .waitFor();
    }
    await card.getByText("All fields").click();
    await card.getByText("123.5 g").first().waitFor();
    await card.getByText(vector.uuids!.instance!).waitFor();
    const [scan] = await storedScans();
    expect(scan).toMatchObject({
      content: main.material_name,
      tagType: "openPrintTag",
      structured: vector.structured,
    });
  });
});

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
