import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Look, looks, openDevice, startBrowser } from "./browser.ts";
import { makeDataFolder, type RunningHub, startHubProcess } from "./hub.ts";
import { inspect } from "./inspect.ts";
import { type FakePhone, type FakeTag, giveNfc, placeTag, tagInField } from "./nfc/fake-tag.ts";

// Tags are written in the real page, on tags that behave as Chrome's on Android do.
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let hub: RunningHub;
let browser: Browser;
let device: Awaited<ReturnType<typeof openDevice>>;
let phone: Page;

beforeAll(async () => {
  folder = await makeDataFolder();
  hub = await startHubProcess(folder.data);
  browser = await startBrowser(undefined, ["WebNFC"]);
});
afterAll(async () => {
  await browser?.close();
  await hub?.stop();
  await folder?.remove();
});
afterEach(async () => {
  const { errors } = device;
  await device.context.close();
  expect(errors).toEqual([]);
});

async function openPhone(
  screen: string,
  look: Look = "phone, light",
  given: Partial<FakePhone> = {},
): Promise<void> {
  device = await openDevice(browser, look);
  phone = device.page;
  await giveNfc(device.context, given);
  await phone.goto(`${hub.base}/scan/#/nfc/${screen}`);
  await phone.getByRole("heading", { level: 1 }).waitFor();
}

const uid = (number: number) => `04:a2:7f:1b:5e:80:${number.toString(16).padStart(2, "0")}`;
const blank = (number = 0, rest: FakeTag = {}): FakeTag => ({ serialNumber: uid(number), ...rest });
const fill = (field: string, value: string) => phone.locator(`[data-field="${field}"]`).fill(value);
const press = (name: string | RegExp) => phone.getByRole("button", { name }).click();
const write = () => phone.getByTestId("write").click();
const says = (title: string) => phone.getByRole("heading", { name: title, exact: true }).waitFor();
const size = () => phone.getByTestId("size").innerText();

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
  expect(await phone.evaluate(() => document.activeElement?.getAttribute("data-field"))).toBe(
    "url",
  );
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

test("a list is checked, written tag by tag, and its result downloaded with the UIDs", async () => {
  const list = [
    "url,owner",
    "https://example.com/item/1,Ann",
    "https://example.com/item/2,Bob",
    "nowhere,Cy",
    "https://example.com/item/4,Dee",
    "https://example.com/item/5,Eve",
  ].join("\n");
  await openPhone("write/list");
  await press("Check the list");
  await phone.getByText("There is no line to write").waitFor();
  await phone.getByTestId("list-file").setInputFiles({
    name: "tags.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(list),
  });
  await phone.getByText("4 tags to write, 1 line with errors.").waitFor();
  const errors = phone.getByTestId("list-errors");
  expect(await errors.innerText()).toMatch(/Line 4[\s\S]*url: This is no address/);
  await phone.getByTestId("list-start").click();

  const next = async (line: string) => {
    await expect.poll(() => phone.getByTestId("list-next").innerText()).toContain(line);
  };
  await next("example.com/item/1");
  await placeTag(phone, blank(1));
  // The tag stays where it is, and is not written again.
  await next("example.com/item/2");
  await phone.getByText("Line 2 is written and checked.").waitFor();
  expect((await tagInField(phone))?.records).toMatchObject([
    { data: "https://example.com/item/1" },
  ]);
  // It is put back by mistake.
  await placeTag(phone, await tagInField(phone));
  await says("This tag was written with line 2");
  await press("Use another tag");
  await placeTag(phone, blank(2, { loseAt: "write" }));
  await says("The tag was moved too early");
  await press("Try again");
  await placeTag(phone, blank(2));
  await next("example.com/item/4");
  expect(await phone.getByTestId("list-running").innerText()).toBe("Tag 3 of 4");
  await press("Skip this line");
  await next("example.com/item/5");
  await placeTag(phone, blank(5));
  await phone.getByText("3 of 4 tags written and checked.").waitFor();
  await press("Write the skipped line");
  await next("example.com/item/4");
  // Another screen, and back: where it was is kept.
  await phone.goto(`${hub.base}/scan/#/more`);
  await phone.goto(`${hub.base}/scan/#/nfc/write/list`);
  await press("Go on with 1 tag");
  await placeTag(phone, blank(4));
  await phone.getByText("4 of 4 tags written and checked.").waitFor();

  const saving = phone.waitForEvent("download");
  await press("Download the result");
  const csv = await readFile(await (await saving).path(), "utf8");
  const rows = csv.trimEnd().split("\r\n");
  expect(rows[0]).toBe("\ufeffurl,owner,line,result,uid,read-only,time");
  expect(rows[1]).toMatch(/^https:\/\/example.com\/item\/1,Ann,2,written,04:A2:7F:1B:5E:80:01,,20/);
  expect(rows[3]).toMatch(/^nowhere,Cy,4,"?error: url: This is no address/);
  expect(rows[4]).toMatch(/item\/4,Dee,5,written,04:A2:7F:1B:5E:80:04,/);
  expect(rows).toHaveLength(6);
});

test("the result of a list is not thrown away without a question", async () => {
  await openPhone("write/list");
  await phone.getByLabel("Or paste the list here").fill("one\ntwo");
  await press("Check the list");
  await phone.getByTestId("list-start").click();
  await placeTag(phone, blank(1));
  await phone.getByText("Line 1 is written and checked.").waitFor();
  await says("Hold the tag to the phone");
  await press("Write another list");
  await says("Leave this list?");
  await press("Stay");
  await press("Download the result");
  await press("Write another list");
  expect(await phone.getByLabel("Or paste the list here").inputValue()).toBe("");
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

test("writing over a tag of the same list makes its line open again", async () => {
  await openPhone("write/list");
  await phone.getByLabel("Or paste the list here").fill("one\ntwo");
  await press("Check the list");
  await phone.getByRole("switch", { name: "Make read-only afterwards" }).click();
  await phone.getByTestId("list-start").click();
  await says("Make 2 tags read-only for ever?");
  await press("Cancel");
  await phone.getByRole("switch", { name: "Make read-only afterwards" }).click();
  await phone.getByTestId("list-start").click();
  await placeTag(phone, blank(1));
  await phone.getByText("Line 1 is written and checked.").waitFor();
  await placeTag(phone, await tagInField(phone));
  await press("Write over it");
  await phone.getByText("Line 2 is written and checked.").waitFor();
  expect(await phone.getByTestId("list-next").innerText()).toContain("one");
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

describe.each(Object.keys(looks) as Look[])("on a %s screen", (look) => {
  test("every screen of writing is accessible and fits", async () => {
    await openPhone("write", look);
    const look_ = (screen: string) => inspect(phone, look, `write ${screen}`);
    const go = async (screen: string) => {
      await phone.goto(`${hub.base}/scan/#/nfc/write/${screen}`);
      await phone.getByRole("heading", { level: 1 }).waitFor();
    };
    await look_("menu");
    for (const screen of ["link", "text", "wifi", "contact", "phone", "mail", "place", "app"]) {
      await go(screen);
      await look_(screen);
    }
    await go("contact");
    await write();
    await phone.getByText("More fields").click();
    await look_("contact with errors");

    await go("text");
    await fill("text", "x".repeat(1500));
    await look_("text too big");
    await fill("text", "Meet at the old mill");
    await phone.getByRole("switch").click();
    await write();
    await look_("read-only question");
    await press("Write and make read-only");
    await look_("waiting");
    await placeTag(phone, blank(0, { loseAt: "write" }));
    await says("The tag was moved too early");
    await look_("moved too early");
    await press("Try again");
    await placeTag(phone, blank(1));
    await says("Written, checked and read-only");
    await look_("done");
    await press("Done");

    await go("open-print-tag");
    await fill("main.material_name", "PETG Prusa Orange");
    await fill("main.primary_color", "#ff6f4c");
    await look_("OpenPrintTag");
    await phone.getByText("More fields").click();
    await fill("main.density", "heavy");
    await phone.locator('[data-field="main.density"]').blur();
    await look_("OpenPrintTag all fields");

    await go("copy");
    await look_("copy");
    await press("Read the tag to copy");
    await placeTag(
      phone,
      blank(2, { records: [{ recordType: "url", data: "https://example.com/a" }] }),
    );
    await phone.getByText("To be copied").waitFor();
    await look_("copy read");
    await placeTag(phone);
    await go("erase");
    await look_("erase");

    await go("list");
    await phone.getByLabel("Or paste the list here").fill("a,b\n1,2");
    await press("Check the list");
    await phone.getByRole("alert").waitFor();
    await look_("list refused");
    await phone
      .getByLabel("Or paste the list here")
      .fill(
        "url,note\nhttps://example.com/item/1,Drill\nnowhere,Saw\nhttps://example.com/item/3,Plane",
      );
    await press("Check the list");
    await look_("list preview");
    await phone.getByTestId("list-start").click();
    await placeTag(phone, blank(3));
    await phone.getByText("Line 2 is written and checked.").waitFor();
    await look_("list running");
    await placeTag(phone, await tagInField(phone));
    await says("This tag was written with line 2");
    await look_("list asked");
    await press("Use another tag");
    await placeTag(phone, blank(4));
    await phone.getByText("2 of 2 tags written and checked.").waitFor();
    await look_("list done");
  });
});

test("where no tags can be written, the forms say so, and still what fits", async () => {
  const plain = await startBrowser();
  device = await openDevice(plain, "desktop, light");
  phone = device.page;
  await phone.goto(`${hub.base}/scan/#/nfc/write`);
  await phone.getByText("This browser cannot write tags").waitFor();
  await phone.getByRole("link", { name: /^Link/ }).click();
  await fill("url", "https://example.com");
  expect(await size()).toContain("NTAG213 fits");
  await write();
  await says("This browser cannot write tags");
  await device.context.close();
  await plain.close();
});
