import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { placeTag, tagInField } from "./nfc/fake-tag.ts";
import { hub, phone, usePhones } from "./nfc/nfc-phone.ts";
import { blankTag, openPhone, pressButton, waitForHeading } from "./nfc/writing.ts";

// Each line of a list is written to a tag of its own.
usePhones();

test("a list is checked and written tag by tag, and its result is downloaded with the UIDs", async () => {
  const list = [
    "url,owner",
    "https://example.com/item/1,Ann",
    "https://example.com/item/2,Bob",
    "nowhere,Cy",
    "https://example.com/item/4,Dee",
    "https://example.com/item/5,Eve",
  ].join("\n");
  await openPhone("write/list");
  await pressButton("Check the list");
  await phone.getByText("This list has no line to write").waitFor();
  await phone.getByTestId("list-file").setInputFiles({
    name: "tags.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(list),
  });
  await phone.getByText("4 tags to write, 1 line with errors.").waitFor();
  const errorList = phone.getByTestId("list-errors");
  expect(await errorList.innerText()).toMatch(/Line 4[\s\S]*url: This is not a valid address/);
  await phone.getByTestId("list-start").click();

  const waitForNextLine = async (line: string) => {
    await expect.poll(() => phone.getByTestId("list-next").innerText()).toContain(line);
  };
  await waitForNextLine("example.com/item/1");
  await placeTag(phone, blankTag(1));
  // The tag stays in the field and is not written again.
  await waitForNextLine("example.com/item/2");
  await phone.getByText("Line 2 was written and checked.").waitFor();
  expect((await tagInField(phone))?.records).toMatchObject([
    { data: "https://example.com/item/1" },
  ]);
  // The user puts the same tag back by mistake.
  await placeTag(phone, await tagInField(phone));
  await waitForHeading("This tag holds line 2");
  await pressButton("Use another tag");
  await placeTag(phone, blankTag(2, { loseAt: "write" }));
  await waitForHeading("The tag was moved too early");
  await pressButton("Try again");
  await placeTag(phone, blankTag(2));
  await waitForNextLine("example.com/item/4");
  expect(await phone.getByTestId("list-running").innerText()).toBe("Tag 3 of 4");
  await pressButton("Skip this line");
  await waitForNextLine("example.com/item/5");
  await placeTag(phone, blankTag(5));
  await phone.getByText("3 of 4 tags written and checked.").waitFor();
  await pressButton("Write the skipped line");
  await waitForNextLine("example.com/item/4");
  // A visit to another screen keeps the position in the list.
  await phone.goto(`${hub.base}/scan/#/more`);
  await phone.getByRole("link", { name: /History/ }).waitFor();
  await phone.goto(`${hub.base}/scan/#/nfc/write/list`);
  await pressButton("Continue with 1 tag");
  await placeTag(phone, blankTag(4));
  await phone.getByText("4 of 4 tags written and checked.").waitFor();

  const downloadStarted = phone.waitForEvent("download");
  await pressButton("Download the result");
  const csv = await readFile(await (await downloadStarted).path(), "utf8");
  const rows = csv.trimEnd().split("\r\n");
  expect(rows[0]).toBe("\ufeffurl,owner,line,result,uid,read-only,time");
  expect(rows[1]).toMatch(/^https:\/\/example.com\/item\/1,Ann,2,written,04:A2:7F:1B:5E:80:01,,20/);
  expect(rows[3]).toMatch(/^nowhere,Cy,4,"?error: url: This is not a valid address/);
  expect(rows[4]).toMatch(/item\/4,Dee,5,written,04:A2:7F:1B:5E:80:04,/);
  expect(rows).toHaveLength(6);
});

test("the result of a list is discarded only after a confirmation", async () => {
  await openPhone("write/list");
  await phone.getByLabel("Or paste the list here").fill("one\ntwo");
  await pressButton("Check the list");
  await phone.getByTestId("list-start").click();
  await placeTag(phone, blankTag(1));
  await phone.getByText("Line 1 was written and checked.").waitFor();
  await waitForHeading("Hold the tag to the phone");
  await pressButton("Write another list");
  await waitForHeading("Leave this list?");
  await pressButton("Stay");
  await pressButton("Download the result");
  await pressButton("Write another list");
  expect(await phone.getByLabel("Or paste the list here").inputValue()).toBe("");
});

test("overwriting a tag of the same list makes its line open again", async () => {
  await openPhone("write/list");
  await phone.getByLabel("Or paste the list here").fill("one\ntwo");
  await pressButton("Check the list");
  await phone.getByRole("switch", { name: "Make read-only afterwards" }).click();
  await phone.getByTestId("list-start").click();
  await waitForHeading("Make 2 tags read-only for ever?");
  await pressButton("Cancel");
  await phone.getByRole("switch", { name: "Make read-only afterwards" }).click();
  await phone.getByTestId("list-start").click();
  await placeTag(phone, blankTag(1));
  await phone.getByText("Line 1 was written and checked.").waitFor();
  await placeTag(phone, await tagInField(phone));
  await pressButton("Overwrite it");
  await phone.getByText("Line 2 was written and checked.").waitFor();
  expect(await phone.getByTestId("list-next").innerText()).toContain("one");
});
