import { describe, test } from "vitest";
import vectors from "../packages/tags/src/openprinttag/fixtures/vectors.json" with { type: "json" };
import spools from "../packages/tags/src/spools/fixtures/spools.json" with { type: "json" };
import { sizes } from "./browser.ts";
import { inspect } from "./inspect.ts";
import type { FakeTag } from "./nfc/fake-nfc.ts";
import { changePhone, tapTag } from "./nfc/fake-tag.ts";
import { hub, phone } from "./nfc/nfc-phone.ts";
import { encode, openPhone, text, uid, url, usePhones, waitUntilReading } from "./nfc/reading.ts";
import { waitForResult } from "./phone.ts";

// Every kind of tag and every problem in every look.
usePhones();

describe.each(sizes)("on a %s screen", (look) => {
  const inspectState = (state: string) => inspect(phone, look, `nfc ${state}`);

  test("the result of every kind of tag is accessible and fits the window", async () => {
    await openPhone({}, "nfc", look);
    // However slow the machine is, the blank tag is a repeat when it is touched again.
    await phone.evaluate(() => {
      const settings = JSON.parse(localStorage["scanhook.settings"]);
      localStorage["scanhook.settings"] = JSON.stringify({ ...settings, repeats: "session" });
    });
    await phone.reload();
    await waitUntilReading();
    await inspectState("ready");
    const tap = async (state: string, tag: FakeTag) => {
      await tapTag(phone, tag);
      await waitForResult(phone, "accepted");
      await inspectState(state);
    };
    const spool = vectors.find(({ name }) => name === "ref-all-temperatures")!;
    const openTag3D = spools.find(({ name }) => name.startsWith("OpenTag3D 2.000"))!;
    const colors = vectors.find(({ name }) => name === "ref-secondary-colors-beside-primary")!;
    const openPrintTag = (payloadHex: string) => ({
      recordType: "mime",
      mediaType: "application/vnd.openprinttag",
      data: new Uint8Array(Buffer.from(payloadHex, "hex")),
    });
    await tap("link", { serialNumber: uid, records: [url("https://example.com/tools/drill-7")] });
    await tap("many records", {
      serialNumber: "04:11:22:33:44:55:66",
      records: [
        text("Drill 7, second shelf on the left"),
        { recordType: "mime", mediaType: "application/json", data: encode('{"tool":"drill"}') },
        { recordType: "android.com:pkg", data: encode("org.example.tool") },
      ],
    });
    await tap("OpenTag3D", {
      serialNumber: "04:11:22:33:44:55:67",
      records: [
        {
          recordType: "mime",
          mediaType: "application/opentag3d",
          data: new Uint8Array(Buffer.from(openTag3D.hex, "hex")),
        },
      ],
    });
    await tap("material", {
      serialNumber: "bc:6f:2f:66:08:01:04:e0",
      records: [url("https://example.com/spool/9"), openPrintTag(spool.payloadHex)],
    });
    await phone.getByText("All fields").click();
    await inspectState("material, all fields");
    await tap("material, colors", {
      serialNumber: "bd:6f:2f:66:08:01:04:e0",
      records: [openPrintTag(colors.payloadHex)],
    });
    await tap("blank", { serialNumber: "08:12:34:56" });
    await tapTag(phone, { serialNumber: "08:12:34:56" });
    await phone.getByText("Already scanned.").first().waitFor();
    await inspectState("repeated");
    await tapTag(phone, { ndef: false });
    await phone.getByRole("heading", { name: "This tag could not be read" }).waitFor();
    await inspectState("unreadable");
    await phone.goto(`${hub.base}/scan/#/more/history`);
    await phone.getByTestId("history-row").first().waitFor();
    await inspectState("history");
    await phone.getByTestId("history-row").nth(2).click();
    await phone.getByRole("region", { name: "The tag itself" }).waitFor();
    await inspectState("history entry");
  });

  test("the screen of every problem is accessible and fits the window", async () => {
    await openPhone({ permission: "prompt" }, "nfc", look);
    await phone.getByTestId("nfc-start").waitFor();
    await inspectState("start");
    const problem = phone.getByTestId("nfc-problem");
    for (const fakePhone of [
      { permission: "denied" },
      { permission: "granted", nfc: "off" },
    ] as const) {
      await changePhone(phone, fakePhone);
      await phone.goto(`${hub.base}/scan/#/more`);
      await phone.getByRole("link", { name: /History/ }).waitFor();
      await phone.goto(`${hub.base}/scan/#/nfc`);
      await problem.waitFor();
      await inspectState(JSON.stringify(fakePhone));
    }
    await phone.addInitScript(() => Reflect.deleteProperty(globalThis, "NDEFReader"));
    await phone.reload();
    await problem.and(phone.locator('[data-kind="unsupported"]')).waitFor();
    await inspectState("unsupported");
  });
});
