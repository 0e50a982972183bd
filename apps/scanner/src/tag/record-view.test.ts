import * as icons from "@scanhook/page-parts/icons";
import {
  appRecord,
  externalRecord,
  mimeRecord,
  type NdefRecord,
  readRecord,
  smartPosterRecord,
  textRecord,
  uriRecord,
  wifiRecord,
} from "@scanhook/tags";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toRecordView } from "./record-view.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const view = (record: NdefRecord) => toRecordView(record, readRecord(record));

test.each([
  ["https://example.com/", "Link", icons.link],
  ["tel:+43123456", "Phone number", icons.phone],
  ["mailto:a@example.com", "Mail", icons.mail],
  ["geo:48.2,16.37", "Place", icons.place],
  ["urn:epc:id:sgtin:1", "Link", icons.link],
])("a URI record of %s is titled %s and has the icon of its kind", (uri, title, icon) => {
  expect(view(uriRecord(uri))).toMatchObject({ title, icon });
});

test("a text record stays a text, and its language is named", () => {
  expect(view(textRecord("WIFI:S:not a network;;", "de-AT"))).toMatchObject({
    title: "Text",
    content: { kind: "text", text: "WIFI:S:not a network;;" },
    notes: ["Language: Austrian German (de-AT)"],
  });
  expect(view(textRecord("x", "not a tag!")).notes).toEqual(["Language: not a tag!"]);
});

test("a smart poster is shown as its link under its title", () => {
  const { title, content } = view(smartPosterRecord({ uri: "https://example.com/", title: "Hi" }));
  expect(title).toBe("Smart poster");
  expect(content).toMatchObject({ kind: "link", url: "https://example.com/", title: "Hi" });
});

test("a network, a contact and an app have their own views", () => {
  const network = view(wifiRecord({ ssid: "Workshop", password: "secret", security: "wpa" }));
  expect(network.content).toEqual({
    kind: "wifi",
    name: "Workshop",
    password: "secret",
    security: "WPA",
    hidden: false,
  });
  const card = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\nEND:VCARD\r\n";
  const contact = view(mimeRecord("text/x-vCard", encode(card)));
  expect(contact).toMatchObject({ title: "Contact", content: { kind: "contact", name: "Ada" } });
  expect(view(appRecord("org.example.tool")).link?.href).toBe(
    "https://play.google.com/store/apps/details?id=org.example.tool",
  );
  expect(view(appRecord("javascript:alert(1)")).link).toBeUndefined();
});

test("JSON is shown as text, other data as bytes", () => {
  const json = view(mimeRecord("application/ld+json", encode('{"a":"ä"}')));
  expect(json.content).toEqual({ kind: "text", text: '{"a":"ä"}' });
  const declared = view(mimeRecord("application/json; charset=utf-8", encode('"ä"')));
  expect(declared.content).toEqual({ kind: "text", text: '"ä"' });
  expect(view(mimeRecord("application/json", new Uint8Array([0xff]))).bytes).toHaveLength(1);
  expect(view(externalRecord("example.com:x", new Uint8Array([1, 2])))).toMatchObject({
    title: "Data of type example.com:x",
    bytes: new Uint8Array([1, 2]),
  });
});

test("any record has a view with a title, and links only to Google Play", () => {
  const bytes = fc.uint8Array({ maxLength: 40 });
  const type = fc.oneof(
    bytes,
    fc.constantFrom("U", "T", "Sp", "text/vcard", "android.com:pkg").map(encode),
  );
  const record = fc.record({
    tnf: fc.integer({ min: 0, max: 7 }),
    type,
    id: bytes,
    payload: bytes,
  });
  fc.assert(
    fc.property(record, (input) => {
      const { title, link } = view(input);
      expect(title).not.toBe("");
      expect(link === undefined || link.href.startsWith("https://play.google.com/")).toBe(true);
    }),
  );
});
