import { describe, expect, test } from "vitest";
import { openDevice, startBrowser } from "./browser.ts";
import { type FakeTag, placeTag, tagInField } from "./nfc/fake-tag.ts";
import {
  blank,
  fill,
  hub,
  openPhone,
  phone,
  press,
  says,
  size,
  usePhones,
  write,
} from "./nfc/writing.ts";

// What is typed is written, and what goes wrong is said.
usePhones();

/** Leaves for the reading half, the tag still at the phone, and waits until it says this. */
async function readBack(expected: (string | RegExp)[]): Promise<void> {
  await press("Done");
  await phone.goto(`${hub.base}/scan/#/nfc`);
  for (const words of expected) await phone.getByText(words).first().waitFor();
}

describe("what is typed is written, checked, and read back", () => {
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
    for (const [field, value] of Object.entries(values)) await fill(field, value);
    expect(await size()).toMatch(/NTAG213 fits, \d+ of 144 bytes/);
    await write();
    await says("Hold the tag to the phone");
    await placeTag(phone, blank());
    await says("Written and checked");
    await readBack(["04:A2:7F:1B:5E:80:00", ...read]);
  });
});

test("an OpenPrintTag is written for printers, taken over, changed, and keeps its other records", async () => {
  await openPhone("write/open-print-tag");
  await phone.locator('[data-field="main.material_type"]').selectOption("PETG");
  await fill("main.material_name", "PETG Prusa Orange");
  await fill("main.brand_name", "Prusament");
  await fill("main.primary_color", "#ff6f4c");
  await fill("main.nominal_netto_full_weight", "1000");
  await fill("main.min_print_temperature", "250");
  await fill("main.max_print_temperature", "240");
  await write();
  await phone.getByText("This is lower than the lowest. Check both.").waitFor();
  await fill("main.max_print_temperature", "260");
  expect(await size()).toContain("ICODE SLIX2 fits, 312 of 312 bytes");
  await write();
  await placeTag(phone, { serialNumber: "80:39:15:66:08:01:04:e0", capacity: 312 });
  await says("Written and checked");
  await readBack(["Prusament", "PETG Prusa Orange", "250–260 °C", "E0:04:01:08:66:15:39:80"]);

  // Somebody has put a link in front of it.
  const held = await tagInField(phone);
  await placeTag(phone);
  const link = { recordType: "url", data: "https://example.com/spool" };
  await phone.goto(`${hub.base}/scan/#/nfc/write/open-print-tag`);
  await press("Take over from a tag");
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
  await fill("main.material_name", "PETG Prusa Galaxy");
  await write();
  await says("Written and checked");
  await readBack(["PETG Prusa Galaxy", "https://example.com/spool", "250–260 °C"]);
});

test("an OpenPrintTag on a sticker that printers cannot read says so", async () => {
  await openPhone("write/open-print-tag");
  await fill("main.material_name", "PLA");
  await phone.getByRole("switch", { name: "Room for later changes" }).click();
  expect(await size()).toMatch(/NTAG213 fits/);
  await write();
  await placeTag(phone, blank());
  await phone.getByText("Printers will not see it").waitFor();
});

test("each form says at the field what is wrong, and goes there", async () => {
  await openPhone("write/link");
  await write();
  await phone.getByText("Enter an address.").waitFor();
  await expect
    .poll(() => phone.evaluate(() => document.activeElement?.getAttribute("data-field")))
    .toBe("url");
  await fill("url", "not an address");
  await phone.getByText("This is no address that can be opened.").waitFor();
  await fill("url", "https://example.com");
  await write();
  await says("Hold the tag to the phone");
  await phone.keyboard.press("Escape");
  // What was typed is still there, also after a look at another form.
  await phone.getByRole("link", { name: "Write" }).click();
  await phone.getByRole("link", { name: /^Text/ }).click();
  await fill("language", "german");
  await write();
  await phone.getByText("Enter a text.").waitFor();
  await phone.getByText("This is no language.").waitFor();
  await phone.goBack();
  await phone.goBack();
  expect(await phone.locator('[data-field="url"]').inputValue()).toBe("https://example.com");
});

describe("what goes wrong is said in words, and can be tried again without typing", () => {
  test.each<{ what: string; tag: FakeTag; title: string; text: RegExp; next?: FakeTag }>([
    {
      what: "moved away",
      tag: blank(0, { loseAt: "write" }),
      title: "The tag was moved too early",
      text: /half written/,
      next: blank(1),
    },
    {
      what: "locked",
      tag: blank(0, { locked: true }),
      title: "The tag did not take it",
      text: /most likely locked/,
      next: blank(1),
    },
    {
      what: "damaged on the way",
      tag: blank(0, { corruptNextWrite: true }),
      title: "The tag does not say what was written",
      text: /worn out/,
    },
  ])("$what", async ({ tag, title, text, next }) => {
    await openPhone("write/link");
    await fill("url", "https://example.com/1");
    await write();
    await placeTag(phone, tag);
    await says(title);
    await phone.getByText(text).waitFor();
    await press("Try again");
    if (next) await placeTag(phone, next);
    await says("Written and checked");
    expect((await tagInField(phone))?.records).toMatchObject([{ data: "https://example.com/1" }]);
  });

  test("too small: what it takes is known before, and told again", async () => {
    await openPhone("write/text");
    await fill("text", "x".repeat(300));
    expect(await size()).toMatch(/NTAG215 fits, 31\d of 496 bytes/);
    await write();
    await placeTag(phone, blank(0, { capacity: 137 }));
    await says("The tag did not take it");
    await phone.getByText(/locked \(read-only\), or too small: this takes 31\d bytes/).waitFor();
    await press("Close");
    await fill("text", "x".repeat(9000));
    expect(await size()).toMatch(/Takes 9,0\d\d bytes of a tag\. Too big for all common tags/);
  });

  test("no tag for messages", async () => {
    await openPhone("write/link");
    await fill("url", "https://example.com/1");
    await write();
    await placeTag(phone, { ndef: false });
    await says("This tag could not be read");
    await placeTag(phone, { ndef: false });
    await says("This cannot be written");
  });

  test("NFC is off, or not allowed", async () => {
    await openPhone("write/link", "phone, light", { nfc: "off" });
    await fill("url", "https://example.com/1");
    await write();
    await says("NFC is switched off");
    await press("Close");
  });
});

test("a tag is made read-only only after a warning, and not when that is cancelled", async () => {
  await openPhone("write/link");
  await fill("url", "https://example.com/1");
  await phone.getByRole("switch", { name: "Make read-only afterwards" }).click();
  await placeTag(phone, blank());
  await write();
  await says("Make the tag read-only for ever?");
  await phone.getByText(/nobody can change or erase it again, and neither can you/).waitFor();
  await press("Cancel");
  expect(await tagInField(phone)).toEqual(blank());

  await write();
  await press("Write and make read-only");
  await says("Written, checked and read-only");
  expect(await tagInField(phone)).toMatchObject({ locked: true });
  await placeTag(phone);
  // Each tag is asked about.
  await press("Write another tag");
  await says("Make the tag read-only for ever?");
  await press("Cancel");

  await write();
  await press("Write and make read-only");
  await placeTag(phone, blank(2, { lockable: false }));
  await says("Written, but not read-only");
  expect((await tagInField(phone))?.locked).toBeUndefined();
});

test("a tag is copied as often as wanted, each one checked, none twice by mistake", async () => {
  const source = blank(0, {
    records: [
      { recordType: "url", data: "https://example.com/original" },
      { recordType: "text", data: "Hello", lang: "en" },
    ],
  });
  await openPhone("write/copy");
  await press("Read the tag to copy");
  await placeTag(phone, blank(9));
  await phone.getByText("Nothing is written on this tag").waitFor();
  await placeTag(phone, source);
  await phone.getByText("https://example.com/original").first().waitFor();
  await write();
  await says("Hold the tag to the phone");
  await placeTag(phone, blank(1));
  await says("Written and checked");
  await phone.getByRole("dialog").getByRole("button", { name: "Write another copy" }).click();
  // The one just written still lies there, and is put back.
  await says("Hold the tag to the phone");
  await placeTag(phone, blank(1));
  await says("This tag has the copy already");
  await press("Use another tag");
  await placeTag(phone, blank(2));
  await says("Written and checked");
  expect((await tagInField(phone))?.records).toMatchObject([
    { recordType: "url", data: "https://example.com/original" },
    { recordType: "text" },
  ]);
  await press("Done");
  expect(await phone.getByTestId("copies").innerText()).toBe("2 copies made");
});

test("a tag is erased", async () => {
  await openPhone("write/erase");
  await placeTag(phone, blank(0, { records: [{ recordType: "url", data: "https://a.example" }] }));
  await write();
  await says("The tag is blank");
  expect((await tagInField(phone))?.records).toEqual([]);
});

test("a tag that was read is copied, or changed, from where it is shown", async () => {
  await openPhone("");
  await placeTag(
    phone,
    blank(1, { records: [{ recordType: "url", data: "https://example.com/a" }] }),
  );
  await press("Copy to another tag");
  await write();
  // The tag that was read is the copy's own source.
  await says("Hold the tag to the phone");
  await placeTag(phone, blank(2));
  await says("Written and checked");
  expect((await tagInField(phone))?.records).toMatchObject([{ data: "https://example.com/a" }]);
});

test("a tag is written with the keyboard alone", async () => {
  await openPhone("write", "desktop, light");
  const focused = () => phone.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
  const tabTo = async (words: RegExp) => {
    for (let presses = 0; presses < 40; presses += 1) {
      await phone.keyboard.press("Tab");
      if (words.test(await focused())) return;
    }
    throw new Error(`Tab does not reach ${words}`);
  };
  await tabTo(/^Link/);
  await phone.keyboard.press("Enter");
  await phone.getByRole("heading", { name: "Link" }).waitFor();
  await phone.keyboard.press("Tab");
  await phone.keyboard.press("Tab");
  await phone.keyboard.type("example.com/keys");
  await phone.keyboard.press("Enter");
  await says("Hold the tag to the phone");
  await placeTag(phone, blank());
  await says("Written and checked");
  await phone.keyboard.press("Enter");
  await expect.poll(() => phone.getByRole("dialog").count()).toBe(0);
  await tabTo(/^Write to tag$/);
});

test("where no tags can be written, the forms say so, and still what fits", async () => {
  const plain = await startBrowser();
  const { page } = await openDevice(plain, "desktop, light");
  await page.goto(`${hub.base}/scan/#/nfc/write`);
  await page.getByText("This browser cannot write tags").waitFor();
  await page.getByRole("link", { name: /^Link/ }).click();
  await page.locator('[data-field="url"]').fill("https://example.com");
  expect(await page.getByTestId("size").innerText()).toContain("NTAG213 fits");
  await page.getByTestId("write").click();
  await page
    .getByRole("heading", { name: "This browser cannot write tags", exact: true })
    .waitFor();
  await plain.close();
});
