import taptrack from "@taptrack/ndef";
import fc from "fast-check";
import ndef from "ndef";
import { expect, test } from "vitest";
import { anyText } from "../testing/records.ts";
import { fromHex, readFixture, toHex } from "../testing/vectors.ts";
import {
  appRecord,
  externalRecord,
  mimeRecord,
  smartPosterRecord,
  textRecord,
  uriRecord,
  wifiRecord,
} from "./make-records.ts";
import { encodeNdef, type NdefRecord } from "./message.ts";
import { readRecord } from "./read-record.ts";

type WriteVector = {
  name: string;
  kind: string;
  value: string;
  lang: string;
  canonicalHex: string;
};

test.each(readFixture<WriteVector[]>("write.json"))(
  "encodes $name in the shortest form",
  ({ kind, value, lang, canonicalHex }) => {
    const record = kind === "uri" ? uriRecord(value) : textRecord(value, lang);
    expect(toHex(encodeNdef([record]))).toBe(canonicalHex);
  },
);

test("expands and abbreviates every URI prefix like another library", () => {
  for (let code = 0; code < 36; code++) {
    const payload = Uint8Array.of(code, 0x78);
    const record = { tnf: 1, type: fromHex("55"), id: new Uint8Array(0), payload };
    const uri = taptrack.Utils.resolveUriRecordToString(
      new taptrack.Record(false, 1, record.type, record.id, record.payload),
    );
    expect(readRecord(record)).toEqual({ kind: "uri", uri });
    expect(uriRecord(uri)).toEqual(record);
  }
});

test("another library reads the encoded text and URI", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.webUrl(), (text, uri) => {
      const message = encodeNdef([textRecord(text, "en"), uriRecord(uri)]);
      expect(ndef.decodeMessage([...message]).map(({ value }) => value)).toEqual([text, uri]);
    }),
  );
});

test("any URI survives a round trip", () => {
  fc.assert(
    fc.property(anyText, (uri) => {
      expect(readRecord(uriRecord(uri))).toEqual({ kind: "uri", uri });
    }),
  );
});

test("any text and its language survive a round trip", () => {
  fc.assert(
    fc.property(anyText, fc.stringMatching(/^[a-z-]{0,63}$/), (text, language) => {
      expect(readRecord(textRecord(text, language))).toEqual({ kind: "text", text, language });
    }),
  );
});

test("any smart poster survives a round trip", () => {
  fc.assert(
    fc.property(anyText, fc.option(anyText, { nil: undefined }), (uri, title) => {
      const titles = title === undefined ? [] : [{ text: title, language: "de" }];
      const poster = { uri, ...(title === undefined ? {} : { title }), language: "de" };
      expect(readRecord(smartPosterRecord(poster))).toEqual({ kind: "smart-poster", uri, titles });
    }),
  );
});

test("any Wi-Fi network survives a round trip", () => {
  const security = fc.constantFrom("open", "wpa", "wep");
  fc.assert(
    fc.property(anyText, anyText, security, (ssid, password, security) => {
      const wifi = { ssid, ...(password ? { password } : {}), security };
      expect(readRecord(wifiRecord(wifi))).toEqual({ kind: "wifi", ...wifi });
    }),
  );
});

test("a Wi-Fi record starts with the credential, with its attributes in the order of the specification", () => {
  const { type, payload } = wifiRecord({ ssid: "Hall", password: "password", security: "wpa" });
  expect(new TextDecoder().decode(type)).toBe("application/vnd.wfa.wsc");
  expect(toHex(payload)).toBe(
    "100e002f10260001011045000448616c6c100300020020100f000200081027000870617373776f726410200006ffffffffffff",
  );
});

test("appRecord encodes an Android application record", () => {
  expect(toHex(encodeNdef([appRecord("com.example.app")]))).toBe(
    "d40f0f616e64726f69642e636f6d3a706b67636f6d2e6578616d706c652e617070",
  );
});

test("writes external types in lower case and media types unchanged", () => {
  const payload = Uint8Array.of(1, 2);
  const typeOf = ({ type }: NdefRecord) => new TextDecoder().decode(type);
  expect(typeOf(externalRecord("Example.com:Thing", payload))).toBe("example.com:thing");
  expect(typeOf(mimeRecord("text/vCard", payload))).toBe("text/vCard");
  expect(readRecord(externalRecord("Example.com:Thing", payload))).toEqual({
    kind: "external",
    type: "example.com:thing",
  });
});

test("a record does not share its bytes with the data it was made from", () => {
  const data = Uint8Array.of(1, 2);
  const { payload } = mimeRecord("a/b", data);
  data.fill(0);
  expect(payload).toEqual(Uint8Array.of(1, 2));
});
