import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { placeTag, tagInField } from "./nfc/fake-tag.ts";
import { blank, hub, openPhone, phone, press, says, usePhones } from "./nfc/writing.ts";

// A list of lines becomes as many tags.
usePhones();

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
