import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compatibilityIdentifier, printScan } from "@scanhook/webhook";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toHex } from "../tag-decoding/hex.ts";
import { scanhook, scanhookHere } from "../tests/command-line.ts";
import { ntag } from "../tests/laid-card.ts";

const uri = "d1010c55046578616d706c652e636f6d";
const uid = "04:A2:7F:1B:5E:80:00";
const anyUnit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
const date = "2026-05-12T14:23:01Z";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanhook-tag-"));
});
afterAll(() => rm(folder, { recursive: true }));

const decode = (...args: string[]) => scanhookHere(["tag", "decode", ...args, "--date", date]);

async function json(...args: string[]) {
  const { code, stdout, stderr } = await decode(...args, "--json");
  expect(stdout.endsWith("\n") && stdout.indexOf("\n") === stdout.length - 1).toBe(true);
  return { code, stderr, line: JSON.parse(stdout) };
}

async function lines(input: string, ...args: string[]) {
  const run = await scanhookHere(["tag", "decode", "-", "--date", date, ...args], { input });
  const answers = run.stdout.split("\n").slice(0, -1);
  return { ...run, answers: answers.map((line) => JSON.parse(line)) };
}

test("the scan is printed exactly as it would be sent", async () => {
  expect(await decode(uri, "--uid", uid)).toEqual({
    code: 0,
    stdout: `${printScan({ identifier: uid, date, content: "https://example.com" })}\n`,
    stderr: "",
  });
});

test("--json is one line with scan, records and openPrintTag", async () => {
  expect(await json(uri, "--uid", "04a27f1b5e8000")).toEqual({
    code: 0,
    stderr: "",
    line: {
      scan: { identifier: uid, date, content: "https://example.com" },
      records: [
        {
          tnf: 1,
          type: "U",
          id: "",
          payload: uri.slice(8),
          kind: "uri",
          uri: "https://example.com",
        },
      ],
      openPrintTag: null,
    },
  });
});

test("without a UID the identifier says so; one of ISO 15693 is turned", async () => {
  expect((await json(uri)).line.scan.identifier).toBe(compatibilityIdentifier);
  expect((await json(uri, "--uid", "bc:6f:2f:66:08:01:04:e0")).line.scan.identifier).toBe(
    "E0:04:01:08:66:2F:6F:BC",
  );
});

test("the memory of a Type 2 tag tells its UID when its check bytes are right", async () => {
  const memory = ntag(`0310${uri}fe`);
  const identifier = async (...args: string[]) =>
    (await json("--memory", "t2", ...args)).line.scan.identifier;
  expect(await identifier(toHex(memory))).toBe(uid);
  expect(await identifier(toHex(memory), "--uid", "04010203")).toBe("04:01:02:03");
  expect(await identifier(toHex(memory.with(3, 0)))).toBe(compatibilityIdentifier);
});

test("hexadecimal may come with spaces and colons, in one word or in many", async () => {
  const pairs = uri.match(/../g) ?? [];
  const plain = await decode(uri);
  expect(await decode(pairs.join(" "))).toEqual(plain);
  expect(await decode(pairs.join(":").toUpperCase())).toEqual(plain);
  expect(await decode(...pairs)).toEqual(plain);
});

test("a file may hold the bytes or their hexadecimal", async () => {
  const binary = join(folder, "tag.bin");
  const text = join(folder, "tag.txt");
  await writeFile(binary, Buffer.from(uri, "hex"));
  await writeFile(text, `${uri.match(/.{1,8}/g)?.join(" ")}\n`);
  const plain = await decode(uri);
  expect(await decode(binary)).toEqual(plain);
  expect(await decode(text)).toEqual(plain);
});

test("a damaged message is an error with the scan of the tag all the same", async () => {
  const { code, stderr, line } = await json("d1010c5504", "--uid", uid);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(line).toEqual({
    error: expect.stringMatching(/^The NDEF message is damaged: .*\.$/),
    scan: { identifier: uid, date, content: "" },
  });
  const people = await decode("d1010c5504", "--uid", uid);
  expect(people).toMatchObject({ code: 1, stdout: `${printScan(line.scan)}\n` });
  expect(people.stderr).toBe(`${line.error}\n`);
});

test("without UID and readable bytes there is no scan", async () => {
  expect(await json("nothing")).toEqual({
    code: 1,
    stderr: "",
    line: {
      error: expect.stringMatching(/^"nothing" is neither hexadecimal nor a file\. /),
      scan: null,
    },
  });
  expect((await json("nothing", "--uid", uid)).line.scan).toEqual({
    identifier: uid,
    date,
    content: "",
  });
  expect((await json(folder)).line.error).toMatch(/it is a folder\.$/);
});

test("people are told when what they gave is no memory of a tag", async () => {
  const told = await decode("d1010c55046578616d706c652e636f6d", "--memory", "t2");
  expect(told.code).toBe(0);
  expect(told.stderr).toMatch(/^This is no memory of a tag .* from page 0 on\?\n$/);
  expect((await decode(toHex(ntag("0300fe")), "--memory", "t2")).stderr).toBe("");
});

test("blank and unformatted memory is a scan of the tag alone", async () => {
  for (const memory of [ntag("0300fe"), ntag("fe"), new Uint8Array(16)]) {
    const { code, line } = await json(toHex(memory), "--memory", "t2", "--uid", uid);
    expect(code).toBe(0);
    expect(line).toEqual({
      scan: { identifier: uid, date, content: "" },
      records: [],
      openPrintTag: null,
    });
  }
  const { code, line } = await json(toHex(ntag(`0310${uri}`).slice(0, 20)), "--memory", "t2");
  expect(code).toBe(1);
  expect(line).toMatchObject({
    error: expect.stringMatching(/breaks off/),
    scan: { identifier: uid },
  });
});

test.each([
  [["--memory", "t3", uri], /^--memory is t2 .* not "t3"\./],
  [["--uid", "4", uri], /^--uid: "4" is no UID/],
  [["--uid", uid, "-"], /^With - each line has its own UID/],
  [["-", uri], /^Only - alone reads from stdin\./],
  [[], /^HEX, FILE or - is missing\./],
])("%j is wrong use", async (args, sentence) => {
  const run = await decode(...args);
  expect(run).toMatchObject({ code: 2, stdout: "" });
  expect(run.stderr).toMatch(sentence);
  expect(run.stderr).toContain("Usage: scanhook tag decode");
});

describe("- answers each line of stdin with a line of JSON", () => {
  test("HEX, and HEX with a UID, in every way of writing them", async () => {
    const spaced = (uri.match(/../g) ?? []).join(" ");
    const { code, stderr, answers } = await lines(
      [
        uri,
        `${uri} ${uid}`,
        `${uri}\t04a27f1b5e8000\r`,
        spaced,
        `${spaced} ${uid}`,
        ` ${uid}`,
      ].join("\n"),
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const known = { identifier: uid, content: "https://example.com" };
    const unknown = { ...known, identifier: compatibilityIdentifier };
    const blank = { ...known, content: "" };
    expect(answers.map(({ scan: { date, ...scan } }) => scan)).toEqual([
      ...[unknown, known, known],
      ...[unknown, known, blank],
    ]);
  });

  test("a line that cannot be decoded has an error, and the others are not held up", async () => {
    const { code, answers } = await lines(`zz ${uid}\n\nd101\n${uri} zz\nzz\n${uri} ${uid}\n`);
    expect(code).toBe(1);
    expect(answers).toMatchObject([
      {
        error: expect.stringMatching(/"z" is not a hexadecimal digit/),
        scan: { identifier: uid, content: "" },
      },
      { error: expect.stringMatching(/^The line is empty/), scan: null },
      {
        error: expect.stringMatching(/damaged/),
        scan: { identifier: compatibilityIdentifier, content: "" },
      },
      { error: expect.stringMatching(/^"zz" is no UID/), scan: { content: "https://example.com" } },
      { error: expect.stringMatching(/not a hexadecimal digit/), scan: null },
      { scan: { identifier: uid }, records: [{ kind: "uri" }] },
    ]);
    expect(answers[5]).not.toHaveProperty("error");
  });

  test("nothing on stdin is said", async () => {
    expect(await lines("")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: "There was no line on stdin.\n",
    });
  });

  test("whatever a line is, it gets one answer with a scan or none", async () => {
    const line = fc.oneof(
      fc.string({ unit: anyUnit }),
      fc.string({ unit: fc.constantFrom(..."0123456789abcdef :-") }),
      fc.uint8Array({ maxLength: 64 }).map(toHex),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 8 }), async (given) => {
        const whole = given.map((text) => text.replace(/[\n\r\u2028\u2029]/g, "")).join("\n");
        for (const memory of [[], ["--memory", "t2"], ["--memory", "t5"]]) {
          const { code, answers } = await lines(`${whole}\n`, ...memory);
          expect(answers).toHaveLength(given.length);
          for (const answer of answers) {
            expect(answer).toHaveProperty("scan");
            if (!("error" in answer)) expect(answer).toHaveProperty("records");
          }
          expect(code).toBe(answers.some((answer) => "error" in answer) ? 1 : 0);
        }
      }),
    );
  });

  test("thousands of lines each get their answer", async () => {
    const many = 20_000;
    const run = await scanhook(["tag", "decode", "-"], { input: `${uri} ${uid}\n`.repeat(many) });
    expect(run.code).toBe(0);
    expect(run.stdout.split("\n")).toHaveLength(many + 1);
  });
});

const vectors = process.env.NFC_VECTORS;
if (!vectors) console.log("Skipped: set NFC_VECTORS to decode the NFC test vectors.");

describe.skipIf(!vectors)("the test vectors", () => {
  const load = (name: string) => JSON.parse(readFileSync(join(vectors!, `${name}.json`), "utf8"));

  test("every NDEF message", async () => {
    const all = load("ndef").filter(({ tier }: { tier: string }) => tier === "must");
    const { answers } = await lines(
      all.map(({ hex }: { hex: string }) => `${hex} ${uid}\n`).join(""),
    );
    expect(answers).toHaveLength(all.length);
    for (const [index, { name, content, records, error }] of all.entries()) {
      const answer = answers[index];
      expect([name, "error" in answer]).toEqual([name, error]);
      expect([name, answer.scan]).toEqual([
        name,
        { identifier: uid, date, content: content ?? "" },
      ]);
      if (error) continue;
      const shown = answer.records.map(({ tnf, payload }: { tnf: number; payload: string }) => [
        tnf,
        payload,
      ]);
      expect([name, shown]).toEqual([
        name,
        records.map(({ tnf, payloadHex }: { tnf: number; payloadHex: string }) => [
          tnf,
          payloadHex,
        ]),
      ]);
    }
  });

  test.each(["t2", "t5"])("every memory of %s", async (memory) => {
    const all = load("tagmem").filter(({ tagType }: { tagType: string }) => tagType === memory);
    for (const { name, memoryHex, ndefHex, uid: known, error } of all) {
      const { code, line } = await json(memoryHex, "--memory", memory);
      expect([name, code, "error" in line]).toEqual([name, error ? 1 : 0, error]);
      if (known) expect([name, line.scan.identifier.replaceAll(":", "")]).toEqual([name, known]);
      if (error) continue;
      const { line: message } = await json(ndefHex ?? "", "--uid", known ?? uid);
      expect([name, line.scan.content]).toEqual([name, message.scan?.content ?? ""]);
    }
  });

  test("every OpenPrintTag, as message and as memory", async () => {
    for (const vector of load("openprinttag")) {
      const { name, ndefHex, memoryHex, tagUidHex, tagType, structured, error, tier } = vector;
      if (tier !== "must" || error === "either") continue;
      const id = tagUidHex ? ["--uid", tagUidHex] : [];
      const { line } = await json(ndefHex, ...id);
      expect([name, line.scan.tagType ?? null]).toEqual([name, tagType ?? null]);
      if (tagType) {
        const known = Object.entries(structured).filter(([, value]) => value !== null);
        expect([name, line.scan.structured]).toEqual([name, Object.fromEntries(known)]);
        expect([name, line.openPrintTag.uuids]).toEqual([
          name,
          Object.fromEntries(Object.entries(vector.uuids).filter(([, value]) => value !== null)),
        ]);
      }
      if (memoryHex) expect((await json(memoryHex, "--memory", "t5", ...id)).line).toEqual(line);
    }
  });

  test("every identifier that comes as text", async () => {
    for (const { name, input, identifier } of load("identifier")) {
      if (typeof input !== "string" || input === "" || name.startsWith("pcsc")) continue;
      expect((await json(uri, "--uid", input)).line.scan.identifier).toBe(identifier);
    }
  });
});
