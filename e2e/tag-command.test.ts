// `scanhook tag` reads and writes tags on a virtual reader behind the real pcscd.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseTag } from "@scanhook/tags";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { fromHex } from "../apps/cli/src/tag-content/hex.ts";
import {
  createIcodeMemory,
  createNtag21xMemory,
  createNtagMemory,
} from "../apps/cli/src/testing/virtual-card.ts";
import { findBundledCommand } from "./bundled-command.ts";
import type { CardOptions } from "./pcsc/card.ts";
import { virtualReaderMissing } from "./pcsc/missing.ts";
import {
  type InsertedCard,
  startVirtualReader,
  type VirtualReader,
} from "./pcsc/virtual-reader.ts";

const uid = fromHex("04a27f1b5e8000");
const identifier = "04:A2:7F:1B:5E:80:00";
const icodeUid = fromHex("e0040108662f6fbc");
const icodeIdentifier = "E0:04:01:08:66:2F:6F:BC";
const uriMessageHex = "d1010c55046578616d706c652e636f6d";
const longText = "a longer text ".repeat(15);

const bin = await findBundledCommand();

const runningCommands = new Set<ChildProcess>();

/** Starts `scanhook tag …` as a process. */
function startCommand(args: string[]) {
  const child = spawn(process.execPath, [bin, "tag", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  runningCommands.add(child.once("close", () => runningCommands.delete(child)));
  let stdout = "";
  let stderr = "";
  const sentenceChecks = new Set<() => void>();
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
    for (const checkSentence of sentenceChecks) checkSentence();
  });
  const closed = once(child, "close");
  return {
    child,
    /** Resolves as soon as stderr contains the sentence. */
    waitForSentence: (sentence: RegExp) =>
      new Promise<void>((resolve, reject) => {
        const checkSentence = () => sentence.test(stderr) && resolve();
        sentenceChecks.add(checkSentence);
        closed.then(() => reject(new Error(`It ended before ${sentence}: ${stderr}`)));
        checkSentence();
      }),
    finished: closed.then(([code]) => ({ code: code as number | null, stdout, stderr })),
  };
}

function runTag(...args: string[]) {
  return startCommand(args).finished;
}

// The virtual reader falls silent once in many hundred runs. Another try starts with another card.
const retryOptions = { retry: 2, timeout: 100_000 };

describe.skipIf(virtualReaderMissing())("scanhook tag", retryOptions, () => {
  let reader: VirtualReader;
  beforeAll(async () => {
    reader = await startVirtualReader();
  });
  afterAll(() => reader[Symbol.asyncDispose]());

  const insertedCards: InsertedCard[] = [];
  async function insertCard(options: CardOptions, slot: 0 | 1 = 0): Promise<InsertedCard> {
    const card = await reader.insert(options, slot);
    insertedCards.push(card);
    return card;
  }
  afterEach(async () => {
    for (const child of runningCommands) child.kill();
    for (const card of insertedCards.splice(0)) await card.remove();
  });

  /** Starts the command and waits until it asks for a tag. */
  async function startWaiting(...args: string[]) {
    const command = startCommand(args);
    await command.waitForSentence(/^Put a tag on Virtual PCD/m);
    return command;
  }

  const tagKinds: Record<string, { options: CardOptions; expectedIdentifier: string }> = {
    "Type 2": {
      options: {
        kind: "t2",
        uid,
        memory: createNtagMemory(`0310${uriMessageHex}fe`, { size: 496 }),
      },
      expectedIdentifier: identifier,
    },
    "Type 4": {
      options: { kind: "t4", uid, ndef: fromHex(uriMessageHex) },
      expectedIdentifier: identifier,
    },
    "Type 5 on a reader that tells its UID in reverse": {
      options: {
        kind: "t5",
        uid: icodeUid,
        lsbFirst: true,
        memory: createIcodeMemory(`0310${uriMessageHex}fe`),
      },
      expectedIdentifier: icodeIdentifier,
    },
  };

  test.each(Object.keys(tagKinds))("a tag of %s is read, written and read again", async (kind) => {
    const { options, expectedIdentifier } = tagKinds[kind]!;
    const readCommand = await startWaiting("read", "--json");
    const card = await insertCard(options);
    const firstRead = await readCommand.finished;
    expect(firstRead.code).toBe(0);
    expect(JSON.parse(firstRead.stdout)).toMatchObject({
      scan: { identifier: expectedIdentifier, content: "https://example.com" },
      records: [{ kind: "uri", uri: "https://example.com" }],
      tag: { content: "ndef", writable: true },
    });

    // The tag is still on the reader, which counts as laying it there now.
    const writeRun = await runTag("write", "--text", longText, "--language", "de", "--json");
    expect(writeRun).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Writing 217 bytes/m),
    });
    expect(JSON.parse(writeRun.stdout)).toMatchObject({
      outcome: "written",
      identifier: expectedIdentifier,
      bytes: 217,
    });
    const payload = Buffer.concat([Buffer.from([2]), Buffer.from(`de${longText}`)]);
    const message = Buffer.concat([Buffer.from([0xd1, 1, payload.length, 0x54]), payload]);
    expect(Buffer.from(card.memory).includes(message)).toBe(true);

    const secondRead = await runTag("read");
    expect(secondRead).toMatchObject({ code: 0 });
    expect(secondRead.stdout).toContain(`UID   ${expectedIdentifier}`);
    expect(secondRead.stdout).toContain(`Text  ${longText} (de)`);
  });

  test("a tag that is removed while it is written is empty, and is written when it returns", async () => {
    const options: CardOptions = {
      kind: "t2",
      uid,
      memory: createNtagMemory(`0310${uriMessageHex}fe`, { size: 496 }),
    };
    const writeCommand = await startWaiting("write", "--text", longText, "--json");
    // The tag leaves the reader at the tenth page that is written.
    const card = await reader.insert(options);
    const readerEmptied = reader.emptied();
    card.fail({ instruction: 0xd6, after: 10, leaves: true });
    await writeCommand.waitForSentence(/^The tag was taken away during writing; put it on again/m);
    await readerEmptied;
    const interruptedMemory = card.memory.slice();
    expect(interruptedMemory.slice(16, 18)).toEqual(fromHex("0300"));
    await insertCard({ ...options, memory: interruptedMemory });
    expect(await writeCommand.finished).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"outcome":"written"'),
    });
  });

  test("the command asks again for a tag that is removed while it is read", async () => {
    const options: CardOptions = { kind: "t4", uid, ndef: fromHex(uriMessageHex) };
    const readCommand = await startWaiting("read", "--json");
    const card = await reader.insert(options);
    const readerEmptied = reader.emptied();
    card.fail({ instruction: 0xb0, after: 1, leaves: true });
    await readCommand.waitForSentence(/^The tag was taken away too soon; put it on again/m);
    await readerEmptied;
    await insertCard(options);
    const { code, stdout } = await readCommand.finished;
    expect(code).toBe(0);
    expect(JSON.parse(stdout).scan.content).toBe("https://example.com");
  });

  test("read-only, too small and unformatted tags stay unchanged and are reported", async () => {
    const readOnly = createNtagMemory(`0310${uriMessageHex}fe`);
    readOnly[15] = 0x0f;
    for (const [memory, outcome, sentence] of [
      [readOnly, "read-only", /^This tag is read-only/m],
      [
        createNtagMemory("0300fe"),
        "too-big",
        /^The message takes 217 bytes, and this tag has room for 142\./m,
      ],
      [new Uint8Array(180), "unformatted", /^This tag is not formatted for NDEF\./m],
    ] as const) {
      const card = await insertCard({ kind: "t2", uid, memory });
      const run = await runTag("write", "--text", longText, "--json");
      expect(run).toMatchObject({ code: 1, stderr: expect.stringMatching(sentence) });
      expect(JSON.parse(run.stdout)).toMatchObject({ outcome, identifier });
      expect(card.memory).toEqual(memory);
      await card.remove();
      insertedCards.pop();
    }
  });

  test("--lock makes a tag read-only after it is written", async () => {
    const card = await insertCard({
      kind: "t2",
      uid,
      memory: createNtagMemory("0103a00c340300fe"),
    });
    const lockRun = await runTag("write", "--url", "tel:+15550100", "--lock", "--yes");
    expect(lockRun).toMatchObject({
      code: 0,
      stdout: `Wrote 14 of 137 bytes to the tag ${identifier} and read them back. It is locked permanently.\n`,
    });
    expect(card.memory.slice(10, 16)).toEqual(fromHex("ffffe110120f"));
    expect(card.memory.slice(160, 162)).toEqual(fromHex("ff0f"));
    expect(await runTag("read")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("14 of 137 bytes, read-only"),
    });
  });

  test("a password protects a tag, which is dumped, shows its UID in a link, and is opened", async () => {
    const folder = await mkdtemp(join(tmpdir(), "scanhook-tag-"));
    const file = join(folder, "tag.bin");
    const password = ["--password", "c0ffee42"];
    const card = await insertCard({ kind: "ntag", uid, memory: createNtag21xMemory("0300fe") });
    const url = "https://example.org/?tag={uid}";
    expect(await runTag("write", "--url", url, "--mirror")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/read them back\. It shows its UID in them\.$/m),
    });
    expect(JSON.parse((await runTag("read", "--json")).stdout).scan).toMatchObject({
      content: "https://example.org/?tag=04A27F1B5E8000",
    });
    expect(await runTag("protect", ...password)).toMatchObject({
      code: 0,
      stdout: `The tag ${identifier} (NTAG213) has the password. Writing it now needs it; it cannot be asked for, so keep it.\n`,
    });
    expect(await runTag("dump", file)).toMatchObject({
      code: 0,
      stdout: `Saved 180 bytes of the tag ${identifier} in ${file}.\n`,
    });
    expect((await runTag("dump", file)).stderr).toContain("exists already");
    const decoded = await runTag("decode", file, "--memory", "t2", "--json");
    await rm(folder, { recursive: true });
    expect(JSON.parse(decoded.stdout).scan.content).toBe("https://example.org/?tag=04A27F1B5E8000");
    await card.remove();
    insertedCards.pop();
    const { memory } = card;
    await insertCard({ kind: "ntag", uid, memory });
    expect(await runTag("write", "--text", "x")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("protected by a password"),
    });
    expect(await runTag("unprotect", ...password)).toMatchObject({
      code: 0,
      stdout: `The tag ${identifier} (NTAG213) has no password any more. Anybody can read and write it.\n`,
    });
    expect(await runTag("lock", "--yes")).toMatchObject({
      code: 0,
      stdout: `Done with the tag ${identifier}. It is locked permanently.\n`,
    });
  });

  test("a tag with only a UID gives a scan", async () => {
    await insertCard({ kind: "t2", uid, memory: new Uint8Array(180) });
    const { code, stdout } = await runTag("read", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      scan: { identifier, content: "" },
      records: [],
      openPrintTag: null,
      tag: { content: "unformatted" },
    });
  });

  test("--reader chooses one of several readers by its name", async () => {
    const readCommand = await startWaiting("read", "--reader", "00 01", "--json");
    await insertCard({ kind: "t2", uid, memory: createNtagMemory(`0310${uriMessageHex}fe`) }, 0);
    await insertCard({ kind: "t5", uid: icodeUid, memory: createIcodeMemory("0300fe") }, 1);
    const { stdout } = await readCommand.finished;
    expect(JSON.parse(stdout).scan.identifier).toBe(icodeIdentifier);
    expect(await runTag("readers", "--json")).toEqual({
      code: 0,
      stdout: `${JSON.stringify(reader.names.map((name) => ({ name, tag: true })))}\n`,
      stderr: "",
    });
  });

  test("Ctrl+C and the time limit end the waiting cleanly", async () => {
    const stopped = await startWaiting("read");
    stopped.child.kill("SIGINT");
    expect(await stopped.finished).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^Stopped before a tag was put on a reader\.$/m),
    });
    expect(await runTag("write", "--text", "x", "--wait", "0.5")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^No tag came within 0\.5 seconds\.$/m),
    });
  });

  test("an OpenPrintTag is written from the output of decode and fills its tag", async () => {
    const card = await insertCard({
      kind: "t5",
      uid: icodeUid,
      lsbFirst: true,
      memory: createIcodeMemory("0300fe"),
    });
    const fields = {
      main: { material_class: "FFF", material_type: "PETG", brand_name: "Prusament" },
    };
    const folder = await mkdtemp(join(tmpdir(), "scanhook-tag-"));
    const file = join(folder, "spool.json");
    await writeFile(file, JSON.stringify(fields));
    const run = await runTag("write", "--openprinttag", file, "--url", "https://example.org/7");
    await rm(folder, { recursive: true });
    expect(run).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Wrote 308 of 308 bytes/),
    });
    const { stdout } = await runTag("read", "--json");
    const { scan, openPrintTag } = JSON.parse(stdout);
    expect(scan).toMatchObject({
      identifier: icodeIdentifier,
      content: "https://example.org/7",
      tagType: "openPrintTag",
      structured: { material: "PETG", manufacturer: "Prusament" },
    });
    expect(openPrintTag.main).toEqual(fields.main);
    const message = card.memory.slice(8, 8 + 308);
    expect(parseTag({ message }).openPrintTag?.main).toEqual(fields.main);
  });

  test("without pcscd the command says what to start", async () => {
    await reader.kill();
    const sentence = /^The PC\/SC service is not running: start it with "systemctl start pcscd"/;
    for (const args of [["read"], ["write", "--text", "x"], ["readers"]]) {
      expect(await runTag(...args)).toEqual({
        code: 1,
        stdout: "",
        stderr: expect.stringMatching(sentence),
      });
    }
    await reader.start();
    expect(await runTag("readers")).toMatchObject({
      code: 0,
      stdout: `${reader.names.join("\n")}\n`,
    });
  });
});
