import { describe, expect, test } from "vitest";
import { openDevice, startBrowser } from "./browser.ts";
import { scanhook } from "./command.ts";
import { placeTag, tagInField } from "./nfc/fake-tag.ts";
import { hub, phone, usePhones } from "./nfc/nfc-phone.ts";
import {
  blankTag,
  fillField,
  openPhone,
  pressButton,
  pressWrite,
  shownSize,
  waitForHeading,
} from "./nfc/writing.ts";

// Tags are written from forms, and problems are reported.
usePhones();

/** Opens the screen for reading while the tag stays at the phone, and waits for this text. */
async function readBack(expected: (string | RegExp)[]): Promise<void> {
  await pressButton("Done");
  await phone.goto(`${hub.base}/scan/#/nfc`);
  for (const expectedText of expected) await phone.getByText(expectedText).first().waitFor();
}

/**
 * Decodes the message of a `scanhook tag write --hex …` as the command would write it, and returns
 * its first record.
 */
async function readMessage(command: string): Promise<unknown> {
  const [, hex = ""] = /^npx scanhook tag write --hex (\S+)/.exec(command) ?? [];
  const { stdout } = await scanhook("tag", "decode", hex, "--json");
  return JSON.parse(stdout).records[0];
}

describe("the content of a form that is written, checked and read back", () => {
  test.each<{ screen: string; values: Record<string, string>; read: (string | RegExp)[] }>([
    {
      screen: "link",
      values: { url: "example.com/drill-7" },
      read: ["https://example.com/drill-7"],
    },
    { screen: "text", values: { text: "Grüße 🦀", language: "de" }, read: ["Grüße 🦀", /German/] },
    {
      screen: "wifi",
      values: { ssid: "Workshop", password: "correct horse" },
      read: ["Wi-Fi network", "Workshop", "WPA"],
    },
    {
      screen: "contact",
      values: { given: "Ada", family: "Lovelace; Countess", phone: "+44 20 7946 0000" },
      read: ["Ada Lovelace; Countess", "+44 20 7946 0000"],
    },
    {
      screen: "phone",
      values: { number: "+44 20 7946 0000" },
      read: ["Phone number", "+442079460000"],
    },
    {
      screen: "mail",
      values: { to: "ada@example.org", subject: "50 % & more", body: "One\nTwo" },
      read: ["ada@example.org", "50 % & more", /One\s+Two/],
    },
    {
      screen: "place",
      values: { coordinates: "48.2010, 16.3695", name: "Karlskirche" },
      read: ["Karlskirche", "48.201, 16.3695"],
    },
    {
      screen: "app",
      values: { app: "com.example.reader", url: "https://example.com/reader" },
      read: ["https://example.com/reader", "com.example.reader"],
    },
  ])("$screen", async ({ screen, values, read }) => {
    await openPhone(`write/${screen}`);
    for (const [field, value] of Object.entries(values)) await fillField(field, value);
    expect(await shownSize()).toMatch(/NTAG213 fits, \d+ of 144 bytes/);
    await pressWrite();
    await waitForHeading("Hold the tag to the phone");
    await placeTag(phone, blankTag());
    await waitForHeading("Written and checked");
    await readBack(["04:A2:7F:1B:5E:80:00", ...read]);
  });
});

test("an OpenPrintTag is written, loaded into the form and changed, and keeps its other records", async () => {
  await openPhone("write/open-print-tag");
  await phone.locator('[data-field="main.material_type"]').selectOption("PETG");
  await fillField("main.material_name", "PETG Prusa Orange");
  await fillField("main.brand_name", "Prusament");
  await fillField("main.primary_color", "#ff6f4c");
  await fillField("main.nominal_netto_full_weight", "1000");
  await fillField("main.min_print_temperature", "250");
  await fillField("main.max_print_temperature", "240");
  await pressWrite();
  await phone.getByText("This is lower than the lowest value. Check both.").waitFor();
  await fillField("main.max_print_temperature", "260");
  expect(await shownSize()).toContain("ICODE SLIX2 fits, 312 of 312 bytes");
  await pressWrite();
  await placeTag(phone, { serialNumber: "80:39:15:66:08:01:04:e0", capacity: 312 });
  await waitForHeading("Written and checked");
  await readBack(["Prusament", "PETG Prusa Orange", "250–260 °C", "E0:04:01:08:66:15:39:80"]);

  // A link precedes the OpenPrintTag record.
  const held = await tagInField(phone);
  await placeTag(phone);
  const link = { recordType: "url", data: "https://example.com/spool" };
  await phone.goto(`${hub.base}/scan/#/nfc/write/open-print-tag`);
  await pressButton("Edit an existing tag");
  await placeTag(phone, { ...held, records: [link] });
  await phone.getByText("There is no OpenPrintTag on this tag.").waitFor();
  const room = 400;
  await placeTag(phone, {
    ...held,
    capacity: room,
    records: [link, ...(held?.records ?? [])],
  });
  await phone.getByText("The form shows what is on the tag.").waitFor();
  expect(await phone.locator('[data-field="main.material_name"]').inputValue()).toBe(
    "PETG Prusa Orange",
  );
  await fillField("main.material_name", "PETG Prusa Galaxy");
  await pressWrite();
  await waitForHeading("Written and checked");
  await readBack(["PETG Prusa Galaxy", "https://example.com/spool", "250–260 °C"]);
});

test("writing an OpenPrintTag to a sticker that printers cannot read says so", async () => {
  await openPhone("write/open-print-tag");
  await fillField("main.material_name", "PLA");
  await phone.getByRole("switch", { name: "Room for later changes" }).click();
  expect(await shownSize()).toMatch(/NTAG213 fits/);
  await pressWrite();
  await placeTag(phone, blankTag());
  await phone.getByText("Printers will not see it").waitFor();
});

test("each form shows an error beside its field and moves the focus there", async () => {
  await openPhone("write/link");
  await pressWrite();
  await phone.getByText("Enter an address.").waitFor();
  await expect
    .poll(() => phone.evaluate(() => document.activeElement?.getAttribute("data-field")))
    .toBe("url");
  await fillField("url", "not an address");
  await phone.getByText("This is not a valid address.").waitFor();
  await fillField("url", "https://example.com");
  await pressWrite();
  await waitForHeading("Hold the tag to the phone");
  await phone.keyboard.press("Escape");
  // The input is kept, even after a visit to another form.
  await phone.getByRole("link", { name: "Write" }).click();
  await phone.getByRole("link", { name: /^Text/ }).click();
  await fillField("language", "german");
  await pressWrite();
  await phone.getByText("Enter a text.").waitFor();
  await phone.getByText("This is not a known language.").waitFor();
  await phone.goBack();
  await phone.goBack();
  expect(await phone.locator('[data-field="url"]').inputValue()).toBe("https://example.com");
});

test("a tag is made read-only only after the user confirms a warning", async () => {
  await openPhone("write/link");
  await fillField("url", "https://example.com/1");
  await phone.getByRole("switch", { name: "Make read-only afterwards" }).click();
  await placeTag(phone, blankTag());
  await pressWrite();
  await waitForHeading("Make the tag read-only for ever?");
  await phone.getByText(/nobody can change or erase it again, and neither can you/).waitFor();
  await pressButton("Cancel");
  expect(await tagInField(phone)).toEqual(blankTag());

  await pressWrite();
  await pressButton("Write and make read-only");
  await waitForHeading("Written, checked and read-only");
  expect(await tagInField(phone)).toMatchObject({ locked: true });
  await placeTag(phone);
  // The app asks again for each tag.
  await pressButton("Write another tag");
  await waitForHeading("Make the tag read-only for ever?");
  await pressButton("Cancel");

  await pressWrite();
  await pressButton("Write and make read-only");
  await placeTag(phone, blankTag(2, { lockable: false }));
  await waitForHeading("Written, but not read-only");
  expect((await tagInField(phone))?.locked).toBeUndefined();
});

test("a tag is copied any number of times, and each copy is checked and written once", async () => {
  const source = blankTag(0, {
    records: [
      { recordType: "url", data: "https://example.com/original" },
      { recordType: "text", data: "Hello", lang: "en" },
    ],
  });
  await openPhone("write/copy");
  await pressButton("Read the tag to copy");
  await placeTag(phone, blankTag(9));
  await phone.getByText("This tag is blank").waitFor();
  await placeTag(phone, source);
  await phone.getByText("https://example.com/original").first().waitFor();
  await pressWrite();
  await waitForHeading("Hold the tag to the phone");
  await placeTag(phone, blankTag(1));
  await waitForHeading("Written and checked");
  await phone.getByRole("dialog").getByRole("button", { name: "Write another copy" }).click();
  // The tag that was just written is still in the field, and is put back.
  await waitForHeading("Hold the tag to the phone");
  await placeTag(phone, blankTag(1));
  await waitForHeading("This tag already has the copy");
  await pressButton("Use another tag");
  await placeTag(phone, blankTag(2));
  await waitForHeading("Written and checked");
  expect((await tagInField(phone))?.records).toMatchObject([
    { recordType: "url", data: "https://example.com/original" },
    { recordType: "text" },
  ]);
  await pressButton("Done");
  expect(await phone.getByTestId("copies").innerText()).toBe("2 copies made");
});

test("a tag is erased on request", async () => {
  await openPhone("write/erase");
  await placeTag(
    phone,
    blankTag(0, { records: [{ recordType: "url", data: "https://a.example" }] }),
  );
  await pressWrite();
  await waitForHeading("The tag is blank");
  expect((await tagInField(phone))?.records).toEqual([]);
});

test("a tag that was read can be copied or changed from its result", async () => {
  await openPhone("");
  await placeTag(
    phone,
    blankTag(1, { records: [{ recordType: "url", data: "https://example.com/a" }] }),
  );
  await pressButton("Copy to another tag");
  await pressWrite();
  // The tag that was read is the source of the copy.
  await waitForHeading("Hold the tag to the phone");
  await placeTag(phone, blankTag(2));
  await waitForHeading("Written and checked");
  expect((await tagInField(phone))?.records).toMatchObject([{ data: "https://example.com/a" }]);
});

test("a tag is written with the keyboard alone", async () => {
  await openPhone("write", "desktop, light");
  const readFocusedText = () =>
    phone.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
  const tabTo = async (expectedText: RegExp) => {
    for (let presses = 0; presses < 40; presses += 1) {
      await phone.keyboard.press("Tab");
      if (expectedText.test(await readFocusedText())) return;
    }
    throw new Error(`Tab does not reach ${expectedText}`);
  };
  await tabTo(/^Link/);
  await phone.keyboard.press("Enter");
  await phone.getByRole("heading", { name: "Link" }).waitFor();
  await phone.keyboard.press("Tab");
  await phone.keyboard.press("Tab");
  await phone.keyboard.type("example.com/keys");
  await phone.keyboard.press("Enter");
  await waitForHeading("Hold the tag to the phone");
  await placeTag(phone, blankTag());
  await waitForHeading("Written and checked");
  await phone.keyboard.press("Enter");
  await expect.poll(() => phone.getByRole("dialog").count()).toBe(0);
  await tabTo(/^Write to tag$/);
});

test("where tags cannot be written, each form says so beforehand and gives the command for a USB reader", async () => {
  const plain = await startBrowser();
  const { page } = await openDevice(plain, "desktop, light");
  await page.goto(`${hub.base}/scan/#/nfc`);
  await page.getByRole("link", { name: "Write a tag" }).click();
  await page.getByText("This browser cannot write tags").waitFor();
  await page.getByRole("link", { name: /^Link/ }).click();
  await page
    .getByRole("heading", { name: "This browser cannot write tags", exact: true })
    .waitFor();
  await page.locator('[data-field="url"]').fill("https://example.com");
  expect(await page.getByTestId("size").innerText()).toContain("NTAG213 fits");
  const command = page.getByTestId("write-command");
  expect(await readMessage(await command.inputValue())).toMatchObject({
    uri: "https://example.com",
  });
  await page.getByRole("switch", { name: "Make read-only afterwards" }).click();
  expect(await command.inputValue()).toMatch(/ --lock$/);
  for (const screen of ["text", "open-print-tag", "copy", "erase", "list"]) {
    await page.goto(`${hub.base}/scan/#/nfc/write/${screen}`);
    await page.getByTestId("cannot-write").waitFor();
    expect(await page.getByTestId("write").count()).toBe(0);
  }
  await page.goto(`${hub.base}/scan/#/nfc/write/erase`);
  expect(await readMessage(await command.inputValue())).toMatchObject({ kind: "empty" });
  await plain.close();
});
