import { type ChildProcess, execFileSync } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { main } from "../main.ts";
import { answering, start, startReceiver } from "../testing/receivers.ts";
import { ended } from "../tests/child.ts";
import { scanhook, scanhookHere, startScanhook } from "../tests/command-line.ts";
import { serialScannerMissing, startSerialScanner } from "../tests/serial-scanner.ts";

const credentials = { user: "desk", password: "grüße: 1" };
const bell = "\u0007";
const lines = ["kiosk", "--no-tags", "--stdin"];
const children: ChildProcess[] = [];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanhook-kiosk-"));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(() => rm(folder, { recursive: true }));

function startKiosk(...args: string[]) {
  const child = startScanhook(["kiosk", "--no-tags", ...args]);
  children.push(child);
  const said = { text: "" };
  child.stdout?.setEncoding("utf8").on("data", (text) => {
    said.text += text;
  });
  const times = (text: string) => said.text.split(text).length - 1;
  /** Resolves when it has said that so many times. */
  const says = (text: string, count = 1) => expect.poll(() => times(text)).toBe(count);
  return { child, says };
}

test("each line on stdin is one scan, GS1 separators kept, and it ends well when all are accepted", async () => {
  await using receiver = await startReceiver({ credentials, reply: "thanks" });
  const codes = ["4006381333931", "]d2010950600013435210AB\u001d1727", " 96385074 "];
  const run = await scanhook([...lines, "--to", receiver.url], {
    input: `${codes.join("\r\n")}\n\n`,
    env: { SCANHOOK_USER: credentials.user, SCANHOOK_PASSWORD: credentials.password },
  });
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(receiver.scans.map(({ content }) => content)).toEqual(codes);
  const shown = run.stdout.trimEnd().split("\n");
  expect(shown).toHaveLength(4);
  expect(shown.find((line) => line.includes("400638"))).toMatch(
    /^\d\d:\d\d:\d\d {2}stdin {2}.+ {2}accepted with 200 in \d+ ms\. It says: thanks$/,
  );
  expect(run.stdout).toContain("AB\\u001d1727");
  // Once without and once with the password for each, and nothing else.
  expect(receiver.requests).toHaveLength(6);
});

test("a piped list is sent and shown in its order, one scan after another", async () => {
  const codes = Array.from({ length: 12 }, (_, i) => `item ${i}`);
  let waiting = 0;
  let most = 0;
  await using receiver = await start((request, response) => {
    most = Math.max(most, ++waiting);
    request.resume().on("end", () => {
      waiting--;
      response.writeHead(204).end();
    });
  });
  const run = await scanhook([...lines, "--json", "--to", receiver.url], {
    input: codes.join("\n"),
  });
  expect(run.code).toBe(0);
  const news = run.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(news.flatMap(({ scan }) => scan?.content ?? [])).toEqual(codes);
  expect(most).toBe(1);
});

test("--json is one line for each scan and each event", async () => {
  await using receiver = await startReceiver({ reply: "thanks" });
  const run = await scanhook([...lines, "--json", "--to", receiver.url], { input: "x" });
  const news = run.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(news).toHaveLength(2);
  expect(news).toContainEqual({ event: "input-end" });
  expect(news).toContainEqual({
    scan: receiver.scans[0],
    reader: "stdin",
    outcome: { kind: "accepted", status: 200, reply: { text: "thanks", warning: false } },
    ms: expect.any(Number),
  });
});

test("a scan that does not arrive is said loud, sent once, and makes the exit code 1", async () => {
  await using receiver = await startReceiver({ credentials });
  const wrong = join(folder, "wrong.txt");
  await writeFile(wrong, "desk\nwrong\n", { mode: 0o600 });
  const refused = await scanhook([...lines, "--to", receiver.url, "--credentials", wrong], {
    input: "x",
  });
  expect(refused.code).toBe(1);
  expect(refused.stdout).toMatch(/REFUSED with 401: .*password.*not kept: scan it again\.\n/);
  expect(receiver.requests).toHaveLength(2);
  const gone = await start(() => undefined);
  await gone[Symbol.asyncDispose]();
  const nobody = await scanhook([...lines, "--to", gone.url], { input: "x" });
  expect(nobody).toMatchObject({ code: 1, stdout: expect.stringMatching(/NOT SENT, unreachable/) });
});

test("on a terminal failures and warnings have their own colour, and all have a bell that --no-beep silences", async () => {
  const warning = answering(
    200,
    { "content-type": "application/json" },
    '{"ok":false,"message":"already here"}',
  );
  const good = await onTerminal(answering(204));
  expect(good).toContain(bell);
  expect(good).toMatch(/\[32m.*accepted/);
  const warned = await onTerminal(warning);
  expect(warned).toMatch(/\[33m.*already here/);
  const failed = await onTerminal(answering(500), "--no-beep");
  expect(failed).toMatch(/\[31m.*REFUSED with 500/);
  expect(failed).not.toContain(bell);
});

test("credentials come from a file: two lines, or user:password; the receiver sees them only when it asks", async () => {
  await using receiver = await startReceiver({ credentials });
  for (const text of [`${credentials.user}\r\n${credentials.password}\r\n`, "desk:grüße: 1\n"]) {
    const file = join(folder, "good.txt");
    await writeFile(file, text, { mode: 0o600 });
    const run = await scanhook([...lines, "--to", receiver.url, "--credentials", file], {
      input: "x",
    });
    expect(run.code).toBe(0);
  }
  expect(receiver.requests.map(({ headers }) => Boolean(headers.authorization))).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

const onWindows = process.platform === "win32";
if (onWindows) console.log("Skipped on Windows: who else may read a file with credentials.");
test.skipIf(onWindows)("a file with credentials that others can read is refused", async () => {
  const file = join(folder, "open.txt");
  await writeFile(file, "desk:secret\n");
  for (const mode of [0o644, 0o640]) {
    await chmod(file, mode);
    const run = await scanhookHere([...lines, "--to", url, "--credentials", file]);
    expect(run).toMatchObject({ code: 2, stderr: expect.stringMatching(/chmod 600/) });
  }
});

test("SIGTERM finishes what is on its way, and is a good end", async () => {
  let answer = () => undefined as unknown;
  await using receiver = await start((request, response) => {
    request.resume();
    answer = () => response.writeHead(204).end();
  });
  const { child, says } = startKiosk("--stdin", "--to", receiver.url);
  child.stdin?.write("slow\n");
  await expect.poll(() => receiver.requests).toHaveLength(1);
  const end = ended(child);
  child.kill("SIGTERM");
  answer();
  expect(await end).toBe(0);
  await says("slow  accepted with 204");
  expect(receiver.requests).toHaveLength(1);
});

test.skipIf(serialScannerMissing() !== undefined)(
  "a scanner at a serial port is read, and again after it was unplugged",
  async () => {
    await using receiver = await startReceiver();
    const port = join(folder, "scanner");
    const { says } = startKiosk("--serial", `${port}:115200`, "--to", receiver.url, "--json");
    await says("is not there");
    const codes = ["010950600013435210A\u001d17", "plugged in again"];
    for (const [before, code] of codes.entries()) {
      const scanner = await startSerialScanner(port);
      await says('"event":"reader",', before + 1);
      scanner.scan(`${code}\r`);
      await expect.poll(() => receiver.scans.at(-1)?.content).toBe(code);
      scanner.unplug();
      await says('"event":"reader-gone","reader":', before + 2);
    }
    expect(receiver.scans).toHaveLength(2);
  },
);

const onLinux = process.platform === "linux";
if (!onLinux) console.log("Skipped, not on Linux: a scanner that is a keyboard.");
test.skipIf(!onLinux)(
  "a scanner that is a keyboard is read without a terminal, and again when it is back",
  async () => {
    await using receiver = await startReceiver();
    const file = join(folder, "event-kbd");
    execFileSync("mkfifo", [file]);
    const { child, says } = startKiosk("--keyboard", file, "--to", receiver.url, "--json");
    const typed = [
      [42, -42, 30, 3, 28],
      [48, 28],
    ];
    for (const [before, keys] of typed.entries()) {
      // The recorded bytes of a keyboard: a FIFO gives them as its device does, and ends as when it is unplugged.
      await writeFile(file, Buffer.concat(keys.map(keyEvent)));
      await says('"event":"reader-gone"', before + 1);
    }
    await says('"scan"', 2);
    expect(receiver.scans.map(({ content }) => content)).toEqual(["a2", "b"]);
    const end = ended(child);
    child.kill("SIGTERM");
    expect(await end).toBe(0);
  },
);

const url = "http://localhost:9/in/x";
const wrongUses: [string, string[], string | RegExp][] = [
  ["no receiver", ["--stdin"], "--to URL is missing"],
  ["plain http to another computer", ["--to", "http://example.org"], "use https"],
  ["a password among the arguments", ["--to", url, "--password=x"], "--credentials FILE"],
  ["a user among the arguments", ["--to", url, "--user", "x"], "everybody on this computer"],
  ["nothing to read from", ["--to", url, "--no-tags"], "nothing to read"],
  ["readers and no tags", ["--to", url, "--no-tags", "--reader", "x"], "contradict"],
  ["a port without a name", ["--to", url, "--serial", ":9600"], "not a port"],
  ["a rate that is none", ["--to", url, "--serial", "/dev/ttyS0:0"], "not a port"],
  ["a keyboard without a name", ["--to", url, "--keyboard", "a,,b"], "is empty"],
  ["a missing file", ["--to", url, "--credentials", "/nowhere"], "there is no such file"],
  ["a file that holds none", ["--to", url, "--credentials", "EMPTY"], "two lines"],
  ["a timeout that is none", ["--to", url, "--timeout", "soon"], "seconds"],
  [
    "a CA file without any",
    ["--to", "https://a.example", "--ca", import.meta.filename],
    "holds no",
  ],
];

test.each(wrongUses)(
  "%s is wrong use: a sentence, the help, exit code 2",
  async (_, args, sentence) => {
    const empty = join(folder, "empty.txt");
    await writeFile(empty, "", { mode: 0o600 });
    const run = await scanhookHere([
      "kiosk",
      ...args.map((word) => (word === "EMPTY" ? empty : word)),
    ]);
    expect(run).toMatchObject({ code: 2, stdout: "" });
    const [reason, , usage] = run.stderr.split("\n");
    expect(reason).toMatch(sentence);
    expect(usage).toBe("Usage: scanhook kiosk --to URL [options]");
  },
);

test.each([
  [{ SCANHOOK_USER: "desk" }, "SCANHOOK_PASSWORD as well"],
  [{ SCANHOOK_PASSWORD: "secret" }, "SCANHOOK_USER as well"],
  [{ SCANHOOK_USER: "de:sk", SCANHOOK_PASSWORD: "secret" }, "no colon"],
])("half or impossible credentials in the environment are wrong use", async (env, sentence) => {
  const run = await scanhookHere([...lines, "--to", url], { env });
  expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining(sentence) });
});

/** What a person sees of one scan. */
async function onTerminal(receiver: RequestListener, ...args: string[]): Promise<string> {
  await using started = await start(receiver);
  let shown = "";
  await main([...lines, "--to", started.url, ...args], {
    stdin: Readable.from([Buffer.from("x")]),
    stdout: {
      isTTY: true,
      write(text) {
        shown += text;
      },
    },
    stderr: process.stderr,
    env: { TERM: "xterm" },
  });
  return shown;
}

/** A key going down, or up when its code is negative, as a 64-bit Linux writes it. */
function keyEvent(code: number): Buffer {
  const bytes = Buffer.alloc(24);
  bytes.writeUInt16LE(1, 16);
  bytes.writeUInt16LE(Math.abs(code), 18);
  bytes.writeInt32LE(code > 0 ? 1 : 0, 20);
  return bytes;
}
