import taptrack from "@taptrack/ndef";
import fc from "fast-check";
import ndef from "ndef";
import { expect, test } from "vitest";
import { anyText } from "../fixtures/records.ts";
import { bytesOf, fixture, hexOf } from "../fixtures/vectors.ts";
import {
  appRecord,
  externalRecord,
  mimeRecord,
  smartPosterRecord,
  textRecord,
  uriRecord,
  wifiRecord,
} from "./make.ts";
import { type NdefRecord, printNdef } from "./message.ts";
import { readRecord } from "./read-record.ts";

type WriteVector = {
  name: string;
  kind: string;
  value: string;
  lang: string;
  canonicalHex: string;
};

test.each(fixture<WriteVector[]>("write.json"))(
  "$name is written in the shortest form",
  ({ kind, value, lang, canonicalHex }) => {
    const record = kind === "uri" ? uriRecord(value) : textRecord(value, lang);
    expect(hexOf(printNdef([record]))).toBe(canonicalHex);
  },
);

test("every prefix is the one that another library knows", () => {
  for (let code = 0; code < 36; code++) {
    const payload = Uint8Array.of(code, 0x78);
    const record = { tnf: 1, type: bytesOf("55"), id: new Uint8Array(0), payload };
    const uri = taptrack.Utils.resolveUriRecordToString(
      new taptrack.Record(false, 1, record.type, record.id, record.payload),
    );
    expect(readRecord(record)).toEqual({ kind: "uri", uri });
    expect(uriRecord(uri)).toEqual(record);
  }
});

test("another library reads what is written", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.webUrl(), (text, uri) => {
      const message = printNdef([textRecord(text, "en"), uriRecord(uri)]);
      expect(ndef.decodeMessage([...message]).map(({ value }) => value)).toEqual([text, uri]);
    }),
  );
});

test("a URI is read as it was made", () => {
  fc.assert(
    fc.property(anyText, (uri) => {
      expect(readRecord(uriRecord(uri))).toEqual({ kind: "uri", uri });
    }),
  );
});

test("a text is read as it was made, with its language", () => {
  fc.assert(
    fc.property(anyText, fc.stringMatching(/^[a-z-]{0,63}$/), (text, language) => {
      expect(readRecord(textRecord(text, language))).toEqual({ kind: "text", text, language });
    }),
  );
});

test("a smart poster is read as it was made", () => {
  fc.assert(
    fc.property(anyText, fc.option(anyText, { nil: undefined }), (uri, title) => {
      const titles = title === undefined ? [] : [{ text: title, language: "de" }];
      const poster = { uri, ...(title === undefined ? {} : { title }), language: "de" };
      expect(readRecord(smartPosterRecord(poster))).toEqual({ kind: "smart-poster", uri, titles });
    }),
  );
});

test("a network is read as it was made", () => {
  const security = fc.constantFrom("open", "wpa", "wep");
  fc.assert(
    fc.property(anyText, anyText, security, (ssid, password, security) => {
      const wifi = { ssid, ...(password ? { password } : {}), security };
      expect(readRecord(wifiRecord(wifi))).toEqual({ kind: "wifi", ...wifi });
    }),
  );
});

test("a network's credential is what Android looks for, in the order of the specification", () => {
  const { type, payload } = wifiRecord({ ssid: "Hall", password: "password", security: "wpa" });
  expect(new TextDecoder().decode(type)).toBe("application/vnd.wfa.wsc");
  expect(hexOf(payload)).toBe(
    "100e002f10260001011045000448616c6c100300020020100f000200081027000870617373776f726410200006ffffffffffff",
  );
});

test("an app is named by an Android application record", () => {
  expect(hexOf(printNdef([appRecord("com.example.app")]))).toBe(
    "d40f0f616e64726f69642e636f6d3a706b67636f6d2e6578616d706c652e617070",
  );
});

test("an external type is written in lower case, a media type as it is", () => {
  const payload = Uint8Array.of(1, 2);
  const typeOf = ({ type }: NdefRecord) => new TextDecoder().decode(type);
  expect(typeOf(externalRecord("Example.com:Thing", payload))).toBe("example.com:thing");
  expect(typeOf(mimeRecord("text/vCard", payload))).toBe("text/vCard");
  expect(readRecord(externalRecord("Example.com:Thing", payload))).toEqual({
    kind: "external",
    type: "example.com:thing",
  });
});

test("a record keeps its own bytes, whatever becomes of those it was made from", () => {
  const given = Uint8Array.of(1, 2);
  const { payload } = mimeRecord("a/b", given);
  given.fill(0);
  expect(payload).toEqual(Uint8Array.of(1, 2));
});
