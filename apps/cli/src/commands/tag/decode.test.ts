import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { compatibilityIdentifier, serializeScan } from "@scanhook/webhook";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { main } from "../../main.ts";
import { toHex } from "../../tag-content/hex.ts";
import { runScanhookProcess } from "../../testing/command-line.ts";
import {
  date,
  decodeLines,
  decodeToJson,
  runDecode,
  uid,
  uriMessage,
} from "../../testing/decode.ts";
import { createNtagMemory } from "../../testing/virtual-card.ts";

/** Any UTF-16 code unit, also half of a surrogate pair. */
const anyUnit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanhook-tag-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("tag decode prints the scan exactly as the app sends it", async () => {
  expect(await runDecode(uriMessage, "--uid", uid)).toEqual({
    code: 0,
    stdout: `${serializeScan({ identifier: uid, date, content: "https://example.com" })}\n`,
    stderr: "",
  });
});

test("tag decode --json prints one line with scan, records and openPrintTag", async () => {
  expect(await decodeToJson(uriMessage, "--uid", "04a27f1b5e8000")).toEqual({
    code: 0,
    stderr: "",
    line: {
      scan: { identifier: uid, date, content: "https://example.com" },
      records: [
        {
          tnf: 1,
          type: "U",
          id: "",
          // The header of the record takes four bytes, or eight digits.
          payload: uriMessage.slice(8),
          kind: "uri",
          uri: "https://example.com",
        },
      ],
      openPrintTag: null,
    },
  });
});

test("without a UID, the scan for programs has the identifier of compatibility mode, and a note explains it", async () => {
  const { line, stderr } = await decodeToJson(uriMessage);
  expect(line.scan.identifier).toBe(compatibilityIdentifier);
  expect(stderr).toBe("");
  const scan = { identifier: compatibilityIdentifier, date, content: "https://example.com" };
  expect(await runDecode(uriMessage)).toEqual({
    code: 0,
    stdout: `${serializeScan(scan)}\n`,
    stderr: expect.stringMatching(/^The UID of the tag is not known.*--uid\.\n$/),
  });
});

test("without a UID, a terminal shows the scan without an identifier, and a sentence instead", async () => {
  let [stdout, stderr] = ["", ""];
  const code = await main(["tag", "decode", uriMessage, "--date", date], {
    stdin: Readable.from([]),
    stdout: { isTTY: true, write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    env: {},
  });
  expect(code).toBe(0);
  const json = stdout.slice(0, stdout.indexOf("}") + 1);
  expect(JSON.parse(json)).toEqual({ date, content: "https://example.com" });
  expect(stdout).not.toContain(compatibilityIdentifier);
  expect(stderr).toMatch(/^The UID of the tag is not known.*--uid\.\n$/);
});

test("an ISO 15693 UID that is given least significant byte first is reversed", async () => {
  expect(
    (await decodeToJson(uriMessage, "--uid", "bc:6f:2f:66:08:01:04:e0")).line.scan.identifier,
  ).toBe("E0:04:01:08:66:2F:6F:BC");
});

test("the UID in the memory of a Type 2 tag is used if its check bytes are correct and no --uid is given", async () => {
  const memory = createNtagMemory(`0310${uriMessage}fe`);
  const decodeIdentifier = async (...args: string[]) =>
    (await decodeToJson("--memory", "t2", ...args)).line.scan.identifier;
  expect(await decodeIdentifier(toHex(memory))).toBe(uid);
  expect(await decodeIdentifier(toHex(memory), "--uid", "04010203")).toBe("04:01:02:03");
  // Byte 3 is a check byte.
  expect(await decodeIdentifier(toHex(memory.with(3, 0)))).toBe(compatibilityIdentifier);
});

test("hexadecimal may have spaces and colons, in one argument or in several", async () => {
  const pairs = uriMessage.match(/../g) ?? [];
  const expected = await runDecode(uriMessage);
  expect(await runDecode(pairs.join(" "))).toEqual(expected);
  expect(await runDecode(pairs.join(":").toUpperCase())).toEqual(expected);
  expect(await runDecode(...pairs)).toEqual(expected);
});

test("a file may contain the bytes or their hexadecimal", async () => {
  const binary = join(folder, "tag.bin");
  const text = join(folder, "tag.txt");
  await writeFile(binary, Buffer.from(uriMessage, "hex"));
  await writeFile(text, `${uriMessage.match(/.{1,8}/g)?.join(" ")}\n`);
  const expected = await runDecode(uriMessage);
  expect(await runDecode(binary)).toEqual(expected);
  expect(await runDecode(text)).toEqual(expected);
});

test("a damaged message is an error, and the scan has the UID but no content", async () => {
  const { code, stderr, line } = await decodeToJson("d1010c5504", "--uid", uid);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(line).toEqual({
    error: expect.stringMatching(/^The NDEF message is damaged: .*\.$/),
    scan: { identifier: uid, date, content: "" },
  });
  const withoutJson = await runDecode("d1010c5504", "--uid", uid);
  expect(withoutJson).toMatchObject({ code: 1, stdout: `${serializeScan(line.scan)}\n` });
  expect(withoutJson.stderr).toBe(`${line.error}\n`);
});

test("invalid bytes or a folder are an error, and there is a scan only if a UID is given", async () => {
  expect(await decodeToJson("nothing")).toEqual({
    code: 1,
    stderr: "",
    line: {
      error: expect.stringMatching(/^"nothing" is neither hexadecimal nor a file\. /),
      scan: null,
    },
  });
  expect((await decodeToJson("nothing", "--uid", uid)).line.scan).toEqual({
    identifier: uid,
    date,
    content: "",
  });
  expect((await decodeToJson(folder)).line.error).toMatch(/it is a folder\.$/);
});

test("tag decode --memory prints a note on stderr when the bytes are not the memory of an NDEF tag", async () => {
  const run = await runDecode(uriMessage, "--memory", "t2", "--uid", uid);
  expect(run.code).toBe(0);
  expect(run.stderr).toMatch(/^This is not the memory of a tag .* start at page 0\.\n$/);
  expect((await runDecode(toHex(createNtagMemory("0300fe")), "--memory", "t2")).stderr).toBe("");
});

test("blank and unformatted memory gives a scan without content, and incomplete memory is an error", async () => {
  for (const memory of [createNtagMemory("0300fe"), createNtagMemory("fe"), new Uint8Array(16)]) {
    const { code, line } = await decodeToJson(toHex(memory), "--memory", "t2", "--uid", uid);
    expect(code).toBe(0);
    expect(line).toEqual({
      scan: { identifier: uid, date, content: "" },
      records: [],
      openPrintTag: null,
    });
  }
  const { code, line } = await decodeToJson(
    toHex(createNtagMemory(`0310${uriMessage}`).slice(0, 20)),
    "--memory",
    "t2",
  );
  expect(code).toBe(1);
  expect(line).toMatchObject({
    error: expect.stringMatching(/^The memory is incomplete/),
    scan: { identifier: uid },
  });
});

test.each([
  [["--memory", "t3", uriMessage], /^--memory is t2 .* not "t3"\./],
  [["--uid", "4", uriMessage], /^--uid: "4" is not a UID/],
  [["--uid", uid, "-"], /^With -, each line has its own UID/],
  [["-", uriMessage], /^- cannot be combined with other words/],
  [[], /^HEX, FILE or - is missing\./],
])("tag decode %j is wrong use", async (args, sentence) => {
  const run = await runDecode(...args);
  expect(run).toMatchObject({ code: 2, stdout: "" });
  expect(run.stderr).toMatch(sentence);
  expect(run.stderr).toContain("Usage: scanhook tag decode");
});

// An NTAG215 with a TigerTag, and its values, from the tests of suchmememanyskill/OpenRFID.
const tigerTagPages =
  "5bf59264ffffffff954b68ff8e38e120bcbcbcff0003e81500be00f032082d373162e429".padEnd(160, "0");
const tigerTagMemory = `04eeee8c783e6181a6480000e1103e00${tigerTagPages}`;

test("a TigerTag gives a scan with its UID and no content, and its spool", async () => {
  const spool = {
    format: "TigerTag",
    brand: "ELEGOO",
    material: "PLA",
    variant: "Basic",
    colors: ["#BCBCBC"],
    fullWeight: 1000,
    printTemperature: { min: 190, max: 240 },
    diameter: 1.75,
    madeOn: "2026-04-03",
  };
  const scan = { identifier: "04:EE:EE:78:3E:61:81", date, content: "" };
  const fromMemory = await decodeToJson(tigerTagMemory, "--memory", "t2");
  expect(fromMemory).toMatchObject({ code: 0, line: { scan, records: [], spool } });
  const fromPages = await decodeToJson(tigerTagPages, "--uid", "04eeee783e6181");
  expect(fromPages).toMatchObject({ code: 0, line: { scan, spool } });
  const cut = await decodeToJson(tigerTagMemory.slice(0, 100), "--memory", "t2");
  expect(cut).toMatchObject({ code: 1, line: { scan, error: expect.stringMatching(/takes 80/) } });
});

describe("tag decode -", () => {
  test("decodes HEX, HEX with a UID, and a UID alone, with and without spaces", async () => {
    const spaced = (uriMessage.match(/../g) ?? []).join(" ");
    const { code, stderr, results } = await decodeLines(
      [
        uriMessage,
        `${uriMessage} ${uid}`,
        `${uriMessage}\t04a27f1b5e8000\r`,
        spaced,
        `${spaced} ${uid}`,
        ` ${uid}`,
      ].join("\n"),
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const withUid = { identifier: uid, content: "https://example.com" };
    const withoutUid = { ...withUid, identifier: compatibilityIdentifier };
    const withoutContent = { ...withUid, content: "" };
    expect(results.map(({ scan: { date, ...scan } }) => scan)).toEqual([
      ...[withoutUid, withUid, withUid],
      ...[withoutUid, withUid, withoutContent],
    ]);
  });

  test("prints an error for a line that cannot be decoded, and decodes the other lines", async () => {
    const { code, results } = await decodeLines(
      `zz ${uid}\n\nd101\n${uriMessage} zz\nzz\n${uriMessage} ${uid}\n`,
    );
    expect(code).toBe(1);
    expect(results).toMatchObject([
      {
        error: expect.stringMatching(/"z" is not a hexadecimal digit/),
        scan: { identifier: uid, content: "" },
      },
      { error: expect.stringMatching(/^The line is empty/), scan: null },
      {
        error: expect.stringMatching(/damaged/),
        scan: { identifier: compatibilityIdentifier, content: "" },
      },
      {
        error: expect.stringMatching(/^"zz" is not a UID/),
        scan: { content: "https://example.com" },
      },
      { error: expect.stringMatching(/not a hexadecimal digit/), scan: null },
      { scan: { identifier: uid }, records: [{ kind: "uri" }] },
    ]);
    expect(results[5]).not.toHaveProperty("error");
  });

  test("reports that stdin was empty", async () => {
    expect(await decodeLines("")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: "There was no line on stdin.\n",
    });
  });

  test("prints one line with a scan or null for each line of any input", async () => {
    const line = fc.oneof(
      fc.string({ unit: anyUnit }),
      fc.string({ unit: fc.constantFrom(..."0123456789abcdef :-") }),
      fc.uint8Array({ maxLength: 64 }).map(toHex),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 8 }), async (texts) => {
        const input = texts.map((text) => text.replace(/[\n\r\u2028\u2029]/g, "")).join("\n");
        for (const memory of [[], ["--memory", "t2"], ["--memory", "t5"]]) {
          const { code, results } = await decodeLines(`${input}\n`, ...memory);
          expect(results).toHaveLength(texts.length);
          for (const result of results) {
            expect(result).toHaveProperty("scan");
            if (!("error" in result)) expect(result).toHaveProperty("records");
          }
          expect(code).toBe(results.some((result) => "error" in result) ? 1 : 0);
        }
      }),
    );
  });

  test("prints one line for each of 20,000 lines", async () => {
    const lineCount = 20_000;
    const run = await runScanhookProcess(["tag", "decode", "-"], {
      input: `${uriMessage} ${uid}\n`.repeat(lineCount),
    });
    expect(run.code).toBe(0);
    // The last line end leaves an empty rest.
    expect(run.stdout.split("\n")).toHaveLength(lineCount + 1);
  });
});
