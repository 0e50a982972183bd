import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { date, decodeLines, decodeToJson, uid, uriMessage } from "../../testing/decode.ts";

const vectorFolder = process.env.NFC_VECTORS;
if (!vectorFolder) console.log("Skipped: set NFC_VECTORS to decode the NFC test vectors.");

describe.skipIf(!vectorFolder)("tag decode on the test vectors", () => {
  const loadVectors = (name: string) =>
    JSON.parse(readFileSync(join(vectorFolder!, `${name}.json`), "utf8"));

  test("decodes every NDEF message", async () => {
    const vectors = loadVectors("ndef").filter(({ tier }: { tier: string }) => tier === "must");
    const { results } = await decodeLines(
      vectors.map(({ hex }: { hex: string }) => `${hex} ${uid}\n`).join(""),
    );
    expect(results).toHaveLength(vectors.length);
    for (const [index, { name, content, records, error }] of vectors.entries()) {
      const result = results[index];
      expect([name, "error" in result]).toEqual([name, error]);
      expect([name, result.scan]).toEqual([
        name,
        { identifier: uid, date, content: content ?? "" },
      ]);
      if (error) continue;
      const decodedRecords = result.records.map(
        ({ tnf, payload }: { tnf: number; payload: string }) => [tnf, payload],
      );
      expect([name, decodedRecords]).toEqual([
        name,
        records.map(({ tnf, payloadHex }: { tnf: number; payloadHex: string }) => [
          tnf,
          payloadHex,
        ]),
      ]);
    }
  });

  test.each(["t2", "t5"])("decodes every memory of %s", async (memory) => {
    const vectors = loadVectors("tagmem").filter(
      ({ tagType }: { tagType: string }) => tagType === memory,
    );
    for (const { name, memoryHex, ndefHex, uid: knownUid, error } of vectors) {
      const { code, line } = await decodeToJson(memoryHex, "--memory", memory);
      expect([name, code, "error" in line]).toEqual([name, error ? 1 : 0, error]);
      if (knownUid)
        expect([name, line.scan.identifier.replaceAll(":", "")]).toEqual([name, knownUid]);
      if (error) continue;
      const { line: message } = await decodeToJson(ndefHex ?? "", "--uid", knownUid ?? uid);
      expect([name, line.scan.content]).toEqual([name, message.scan?.content ?? ""]);
    }
  });

  test("decodes every OpenPrintTag, from its message and from its memory", async () => {
    for (const vector of loadVectors("openprinttag")) {
      const { name, ndefHex, memoryHex, tagUidHex, tagType, structured, error, tier } = vector;
      if (tier !== "must" || error === "either") continue;
      const uidOption = tagUidHex ? ["--uid", tagUidHex] : [];
      const { line } = await decodeToJson(ndefHex, ...uidOption);
      expect([name, line.scan.tagType ?? null]).toEqual([name, tagType ?? null]);
      if (tagType) {
        const knownFields = Object.entries(structured).filter(([, value]) => value !== null);
        expect([name, line.scan.structured]).toEqual([name, Object.fromEntries(knownFields)]);
        expect([name, line.openPrintTag.uuids]).toEqual([
          name,
          Object.fromEntries(Object.entries(vector.uuids).filter(([, value]) => value !== null)),
        ]);
      }
      if (memoryHex)
        expect((await decodeToJson(memoryHex, "--memory", "t5", ...uidOption)).line).toEqual(line);
    }
  });

  test("--uid accepts every identifier that is given as text", async () => {
    for (const { name, input, identifier } of loadVectors("identifier")) {
      if (typeof input !== "string" || input === "" || name.startsWith("pcsc")) continue;
      expect((await decodeToJson(uriMessage, "--uid", input)).line.scan.identifier).toBe(
        identifier,
      );
    }
  });
});
