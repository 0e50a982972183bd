import { readFileSync } from "node:fs";
import { join } from "node:path";
import { encodeNdef, parseNdef, parseTag, uriRecord } from "@scanhook/tags";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { WebNfcRecord, WebNfcRecordInit } from "./web-nfc-types.ts";
import { toNdefRecord, toWebRecord } from "./web-records.ts";

const utf8 = new TextEncoder();
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const nullFields = { mediaType: null, id: null, encoding: null, lang: null, data: null };
const record = (values: Partial<WebNfcRecord> & { recordType: string }): WebNfcRecord => ({
  ...nullFields,
  toRecords: () => null,
  ...values,
});
const toDataView = (bytes: Uint8Array) => new DataView(new Uint8Array(bytes).buffer);

type Vector = {
  name: string;
  hex: string;
  error: boolean;
  content: string | null;
  records: { tnf: number; typeHex: string; idHex: string; payloadHex: string }[];
};

/**
 * Converts a record as a browser does (W3C Web NFC, 9.5, "parse records"); undefined for a record
 * that it leaves out.
 */
function readAsBrowser(vector: Vector["records"][number]): WebNfcRecord | undefined {
  const [type, id, payload] = [vector.typeHex, vector.idHex, vector.payloadHex].map((hex) =>
    Buffer.from(hex, "hex"),
  ) as [Buffer, Buffer, Buffer];
  const named = id.length > 0 ? { id: id.toString("utf8") } : {};
  const createDataRecord = (
    recordType: string,
    data: Uint8Array,
    overrides: Partial<WebNfcRecord> = {},
  ) => record({ recordType, data: toDataView(data), ...named, ...overrides });
  const types: Record<number, () => WebNfcRecord | undefined> = {
    0: () => record({ recordType: "empty" }),
    1: () => {
      const name = type.toString("latin1");
      if (name === "T") {
        const [status = 0] = payload;
        const start = 1 + (status & 0x3f);
        const lang = payload.subarray(1, start).toString("latin1");
        const encoding = status & 0x80 ? "utf-16" : "utf-8";
        if (start > payload.length) return undefined;
        return createDataRecord("text", payload.subarray(start), { lang, encoding });
      }
      if (name === "Sp") return createDataRecord("smart-poster", payload);
      return name === "U" ? undefined : createDataRecord(`:${name}`, payload);
    },
    2: () => createDataRecord("mime", payload, { mediaType: type.toString("utf8") }),
    3: () => createDataRecord("absolute-url", type),
    4: () => createDataRecord(type.toString("utf8"), payload),
    5: () => createDataRecord("unknown", payload),
  };
  return types[vector.tnf]?.();
}

const folder = process.env.NFC_VECTORS;
if (!folder) console.log("Skipped: Web NFC records of the NDEF vectors: NFC_VECTORS is not set.");
const vectors: Vector[] = folder ? JSON.parse(readFileSync(join(folder, "ndef.json"), "utf8")) : [];

describe.skipIf(!folder)("records of the published vectors", () => {
  const validVectors = vectors.filter(({ error }) => !error);

  test.each(validVectors)("$name is restored to the bytes on the tag", ({ records }) => {
    for (const vector of records) {
      const read = readAsBrowser(vector);
      if (!read) continue;
      const { tnf, type, id, payload } = toNdefRecord(read);
      // Browsers give neither the payload of an absolute URI nor the reserved bit of a text.
      const isText = vector.tnf === 1 && vector.typeHex === "54";
      const isAbsoluteUri = vector.tnf === 3;
      const visible = isText ? vector.payloadHex.replace(/^42/, "02") : vector.payloadHex;
      const expected = isAbsoluteUri ? "" : visible;
      expect([tnf, toHex(type), toHex(id), toHex(payload)]).toEqual([
        vector.tnf,
        vector.typeHex,
        vector.idHex,
        expected,
      ]);
    }
  });

  const links = validVectors.filter(({ records, content }) => {
    const [first] = records;
    return first?.tnf === 1 && first.typeHex === "55" && content;
  });
  test.each(links)("$name is restored to the same link", ({ content, records }) => {
    const id = Buffer.from(records[0]!.idHex, "hex").toString();
    const read = toNdefRecord(
      record({ recordType: "url", id, data: toDataView(utf8.encode(content!)) }),
    );
    expect(parseTag({ records: [read] }).content).toBe(content);
    expect(toHex(read.id)).toBe(records[0]!.idHex);
  });
});

test("restores the byte order mark of a text in UTF-16 that lost it", () => {
  const bytes = new Uint8Array(Buffer.from("Grüße", "utf16le"));
  const read = toNdefRecord(
    record({ recordType: "text", encoding: "utf-16le", lang: "de", data: toDataView(bytes) }),
  );
  expect(parseTag({ records: [read] }).content).toBe("Grüße");
});

test("restores a smart poster made by a page, which has no bytes, from its records", () => {
  const poster = record({
    recordType: "smart-poster",
    data: toDataView(new Uint8Array()),
    toRecords: () => [
      record({ recordType: "url", data: toDataView(utf8.encode("https://example.com/")) }),
      record({
        recordType: "text",
        lang: "en",
        encoding: "utf-8",
        data: toDataView(utf8.encode("Hi")),
      }),
      record({ recordType: ":act", data: toDataView(new Uint8Array([1])) }),
    ],
  });
  const [read] = parseTag({ records: [toNdefRecord(poster)] }).records;
  expect(read!.value).toEqual({
    kind: "smart-poster",
    uri: "https://example.com/",
    titles: [{ text: "Hi", language: "en" }],
    action: "save",
  });
});

test("converts records to the values that Web NFC writes", () => {
  const toInits = (hex: string): WebNfcRecordInit[] => {
    const parsed = parseNdef(new Uint8Array(Buffer.from(hex, "hex")));
    return parsed.ok ? parsed.records.map(toWebRecord) : [];
  };
  expect(toInits("d1010f5402656e48656c6c6f2c20576f726c64")).toEqual([
    { recordType: "text", encoding: "utf-8", lang: "en", data: utf8.encode("Hello, World") },
  ]);
  expect(toInits("d1010855016e66632e636f6d")).toEqual([
    { recordType: "url", data: "http://www.nfc.com" },
  ]);
  expect(toInits("d1021353709101085501" + "6e66632e636f6d" + "51030161637400")).toEqual([
    {
      recordType: "smart-poster",
      data: {
        records: [
          { recordType: "url", data: "http://www.nfc.com" },
          { recordType: ":act", data: new Uint8Array([0]) },
        ],
      },
    },
  ]);
  expect(toInits("d00000")).toEqual([{ recordType: "empty" }]);
});

test("restores every record that Web NFC can write", () => {
  const anyBytes = fc.uint8Array({ maxLength: 400 });
  const id = fc.string({ maxLength: 8 }).map((text) => utf8.encode(text));
  const recordsOfType = (tnf: number, type: fc.Arbitrary<string>) =>
    fc.record({
      tnf: fc.constant(tnf),
      type: type.map((name) => utf8.encode(name)),
      id,
      payload: anyBytes,
    });
  const domain = fc.stringMatching(/^[a-z]{1,8}\.[a-z]{2,3}:[a-z]{1,8}$/);
  const records = fc.oneof(
    recordsOfType(2, fc.constantFrom("text/plain", "application/octet-stream", "image/png")),
    recordsOfType(4, domain),
    recordsOfType(5, fc.constant("")),
    recordsOfType(1, fc.constantFrom("act", "s", "t", "x1")),
    fc.webUrl().map((url) => uriRecord(url)),
  );
  fc.assert(
    fc.property(records, (written) => {
      const { recordType, data, ...init } = toWebRecord(written);
      const bytes = typeof data === "string" ? utf8.encode(data) : (data as Uint8Array);
      const read = toNdefRecord(record({ ...init, recordType, data: toDataView(bytes) }));
      expect(toHex(encodeNdef([read]))).toBe(toHex(encodeNdef([written])));
    }),
  );
});
