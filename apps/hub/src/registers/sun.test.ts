import fc from "fast-check";
import { expect, test } from "vitest";
import { aesCmac } from "./aes-cmac.ts";
import { readSun } from "./sun.ts";

const zeros = { fileKey: Buffer.alloc(16) };
const hex = (text: string) => Buffer.from(text, "hex");

/** AN12196, tables 2 and 4: encrypted data, and a signature of nothing else. */
const encrypted = "https://ntag.nxp.com/424?e=EF963FF7828658A599F3041510671E88&c=94EED9EE65337086";
/** AN12196, table 5: the signature also covers encrypted file data. */
const withFileData =
  "https://www.my424dna.com/?picc_data=FD91EC264309878BE6345CBE53BADF40&enc=CEE9A53E3E463EF1F459635736738962&cmac=ECC1E7F6C6C73BF6";
/** The example of NFC Developer's sdm-backend for data in plain text. */
const plain =
  "https://sdm.nfcdeveloper.com/tagpt?uid=041E3C8A2D6B80&ctr=000006&cmac=4B00064004B0B3D3";

test("derives the session key of AN12196, table 1, from a file key that is not zero", () => {
  const key = hex("5ACE7E50AB65D5D51FD5BF5A16B8205B");
  const session = aesCmac(key, hex("3CC30001008004C767F2066180010000"));
  expect(session.toString("hex")).toBe("3a3e8110e05311f7a3fcf0d969bf2b48");
});

test("verifies the encrypted link of AN12196, with parameters of any name", () => {
  const reading = readSun({ content: encrypted }, zeros, { data: "e", cmac: "c" });
  expect(reading).toEqual({ ok: true, uid: "04:DE:5F:1E:AC:C0:40", counter: 61 });
  expect(readSun({ content: encrypted }, zeros)).toEqual({ ok: false, code: "unsigned" });
});

test("verifies the link of AN12196 whose signature covers encrypted file data", () => {
  const reading = readSun({ content: withFileData }, zeros);
  expect(reading).toEqual({ ok: true, uid: "04:95:8C:AA:5C:5E:80", counter: 8 });
  const changed = withFileData.replace("enc=CEE9", "enc=CEE8");
  expect(readSun({ content: changed }, zeros)).toEqual({ ok: false, code: "not-genuine" });
});

test("verifies a link with UID and counter in plain text, also in lower case", () => {
  const genuine = { ok: true, uid: "04:1E:3C:8A:2D:6B:80", counter: 6 };
  expect(readSun({ content: plain }, zeros)).toEqual(genuine);
  const lower = plain.toLowerCase();
  expect(readSun({ content: `${lower}\n`, tag: "04:1E:3C:8A:2D:6B:80" }, zeros)).toEqual(genuine);
});

test("refuses a link with one changed digit, other keys, or on a tag with another UID", () => {
  const notGenuine = { ok: false, code: "not-genuine" };
  for (const [from, to] of [
    ["041E", "041F"],
    ["000006", "000007"],
    ["4B00", "4B01"],
    ["000006", "6"],
  ] as const) {
    expect(readSun({ content: plain.replace(from, to) }, zeros), to).toEqual(notGenuine);
  }
  const other = Buffer.alloc(16, 1);
  expect(readSun({ content: plain }, { fileKey: other })).toEqual(notGenuine);
  expect(readSun({ content: withFileData }, { ...zeros, metaKey: other })).toEqual(notGenuine);
  expect(readSun({ content: plain, tag: "04:00:00:00:00:00:01" }, zeros)).toEqual(notGenuine);
  // A tag with a random UID tells another one at each reading.
  expect(readSun({ content: plain, tag: "08:11:22:33" }, zeros).ok).toBe(true);
});

test("tells a plain link and other texts from forged ones", () => {
  const unsigned = { ok: false, code: "unsigned" };
  for (const content of ["", "T-0001", "https://example.com/?uid=041E3C8A2D6B80&ctr=000006"])
    expect(readSun({ content }, zeros), content).toEqual(unsigned);
  const untouched = "https://example.com/?uid=00000000000000&ctr=000000&cmac=0000000000000000";
  expect(readSun({ content: untouched }, zeros)).toEqual({ ok: false, code: "not-genuine" });
});

test("never throws, and accepts no text but links that were signed", () => {
  const part = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("?", "&", "=", "#", "uid=", "ctr=", "cmac=", "picc_data=", "041E3C8A2D6B80"),
    fc.stringMatching(/^[0-9A-F]{16,32}$/),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      expect(readSun({ content: parts.join("") }, zeros).ok).toBe(false);
    }),
  );
});

test("reads no text that is longer than the memory of a tag", () => {
  const long = `${plain}&more=${"?&a=".repeat(2 ** 18)}`;
  expect(readSun({ content: long }, zeros)).toEqual({ ok: false, code: "unsigned" });
});
