import { describe, expect, test } from "vitest";
import vectors from "../packages/tags/src/openprinttag/fixtures/vectors.json" with { type: "json" };
import spools from "../packages/tags/src/spools/fixtures/spools.json" with { type: "json" };
import type { FakeTag } from "./nfc/fake-nfc.ts";
import { tapTag } from "./nfc/fake-tag.ts";
import { phone } from "./nfc/nfc-phone.ts";
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
import { waitForResult } from "./phone.ts";

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

  test("spools with an OpenTag3D and an OpenSpool are shown, and sent as plain scans", async () => {
    await openPhone();
    await waitUntilReading();
    const tap = async (serialNumber: string, mediaType: string, data: Uint8Array<ArrayBuffer>) => {
      await tapTag(phone, { serialNumber, records: [{ recordType: "mime", mediaType, data }] });
      await waitForResult(phone, "accepted");
    };
    const hex = spools.find(({ name }) => name.startsWith("OpenTag3D 2.000"))!.hex;
    await tap(uid, "application/opentag3d", new Uint8Array(Buffer.from(hex, "hex")));
    const card = phone.getByRole("region", { name: "OpenTag3D 2.000" });
    await card.getByRole("heading", { name: "PLA CF Orange" }).waitFor();
    for (const shown of [
      "Example Brand",
      "#FFA64D",
      "190–225 °C, best 210 °C",
      "1,000 g",
      "0.4 mm",
    ])
      await card.getByText(shown).first().waitFor();
    const json = '{"protocol":"openspool","version":"1.0","type":"PLA","color_hex":"FFAABB"}';
    await tap("04:11:22:33:44:55:66", "application/json", encode(json));
    const other = phone.getByRole("region", { name: "OpenSpool 1.0" });
    await other.getByText("#FFAABB").waitFor();
    const scans = await storedScans();
    expect(scans.map(({ content }) => content).sort()).toEqual(["", json]);
    for (const scan of scans) expect(scan).not.toMatchObject({ tagType: expect.any(String) });
  });
});
