import { expect, test } from "vitest";
import type { FakeTag } from "./nfc/fake-nfc.ts";
import { placeTag, tagInField } from "./nfc/fake-tag.ts";
import { phone, usePhones } from "./nfc/nfc-phone.ts";
import {
  blankTag,
  fillField,
  openPhone,
  pressButton,
  pressWrite,
  shownSize,
  waitForHeading,
} from "./nfc/writing.ts";

// A write that failed can be retried without typing.
usePhones();

test.each<{ cause: string; tag: FakeTag; title: string; text: RegExp; next?: FakeTag }>([
  {
    cause: "moved away",
    tag: blankTag(0, { loseAt: "write" }),
    title: "The tag was moved too early",
    text: /half written/,
    next: blankTag(1),
  },
  {
    cause: "locked",
    tag: blankTag(0, { locked: true }),
    title: "The tag could not be written",
    text: /most likely locked/,
    next: blankTag(1),
  },
  {
    cause: "damaged on the way",
    tag: blankTag(0, { corruptNextWrite: true }),
    title: "The tag does not hold what was written",
    text: /worn out/,
  },
])(
  "after a write to a tag that was $cause, Try again writes the same content",
  async ({ tag, title, text, next }) => {
    await openPhone("write/link");
    await fillField("url", "https://example.com/1");
    await pressWrite();
    await placeTag(phone, tag);
    await waitForHeading(title);
    await phone.getByText(text).waitFor();
    await pressButton("Try again");
    if (next) await placeTag(phone, next);
    await waitForHeading("Written and checked");
    expect((await tagInField(phone))?.records).toMatchObject([{ data: "https://example.com/1" }]);
  },
);

test("a tag that is too small is reported with the size that was announced before", async () => {
  await openPhone("write/text");
  await fillField("text", "x".repeat(300));
  expect(await shownSize()).toMatch(/NTAG215 fits, 31\d of 496 bytes/);
  await pressWrite();
  await placeTag(phone, blankTag(0, { capacity: 137 }));
  await waitForHeading("The tag could not be written");
  await phone.getByText(/locked \(read-only\), or too small for 31\d bytes/).waitFor();
  await pressButton("Close");
  await fillField("text", "x".repeat(9000));
  expect(await shownSize()).toMatch(/Takes 9,0\d\d bytes\. That is too big for all common tags/);
});

test("a tag without NDEF is reported", async () => {
  await openPhone("write/link");
  await fillField("url", "https://example.com/1");
  await pressWrite();
  await placeTag(phone, { ndef: false });
  await waitForHeading("This tag could not be read");
  await placeTag(phone, { ndef: false });
  await waitForHeading("This tag cannot be written");
});

test("NFC that is off or denied is reported", async () => {
  await openPhone("write/link", "phone, light", { nfc: "off" });
  await fillField("url", "https://example.com/1");
  await pressWrite();
  await waitForHeading("NFC is switched off");
  await pressButton("Close");
});
