import { describe, test } from "vitest";
import { sizes } from "./browser.ts";
import { inspect } from "./inspect.ts";
import { placeTag, tagInField } from "./nfc/fake-tag.ts";
import { hub, phone, usePhones } from "./nfc/nfc-phone.ts";
import {
  blankTag,
  fillField,
  openPhone,
  pressButton,
  pressWrite,
  waitForHeading,
} from "./nfc/writing.ts";

// Every screen of writing in every look.
usePhones();

describe.each(sizes)("on a %s screen", (look) => {
  test("every screen of writing is accessible and fits the window", async () => {
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
    await pressWrite();
    await phone.getByText("More fields").click();
    await look_("contact with errors");

    await go("text");
    await fillField("text", "x".repeat(1500));
    await look_("text too big");
    await fillField("text", "Meet at the old mill");
    await phone.getByRole("switch").click();
    await pressWrite();
    await look_("read-only question");
    await pressButton("Write and make read-only");
    await look_("waiting");
    await placeTag(phone, blankTag(0, { loseAt: "write" }));
    await waitForHeading("The tag was moved too early");
    await look_("moved too early");
    await pressButton("Try again");
    await placeTag(phone, blankTag(1));
    await waitForHeading("Written, checked and read-only");
    await look_("done");
    await pressButton("Done");

    await go("open-print-tag");
    await fillField("main.material_name", "PETG Prusa Orange");
    await fillField("main.primary_color", "#ff6f4c");
    await look_("OpenPrintTag");
    await phone.getByText("More fields").click();
    await fillField("main.density", "heavy");
    await phone.locator('[data-field="main.density"]').blur();
    await look_("OpenPrintTag all fields");

    await go("copy");
    await look_("copy");
    await pressButton("Read the tag to copy");
    await placeTag(
      phone,
      blankTag(2, { records: [{ recordType: "url", data: "https://example.com/a" }] }),
    );
    await phone.getByText("Tag to copy").waitFor();
    await look_("copy read");
    await placeTag(phone);
    await go("erase");
    await look_("erase");

    await go("list");
    await phone.getByLabel("Or paste the list here").fill("a,b\n1,2");
    await pressButton("Check the list");
    await phone.getByRole("alert").waitFor();
    await look_("list refused");
    await phone
      .getByLabel("Or paste the list here")
      .fill(
        "url,note\nhttps://example.com/item/1,Drill\nnowhere,Saw\nhttps://example.com/item/3,Plane",
      );
    await pressButton("Check the list");
    await look_("list preview");
    await phone.getByTestId("list-start").click();
    await placeTag(phone, blankTag(3));
    await phone.getByText("Line 2 was written and checked.").waitFor();
    await look_("list running");
    await placeTag(phone, await tagInField(phone));
    await waitForHeading("This tag holds line 2");
    await look_("list asked");
    await pressButton("Use another tag");
    await placeTag(phone, blankTag(4));
    await phone.getByText("2 of 2 tags written and checked.").waitFor();
    await look_("list done");
  });
});
