import { type ChildProcess, execFileSync } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { main } from "../main.ts";
import { waitForExit } from "../testing/child.ts";
import { runScanhook, runScanhookProcess, spawnScanhook } from "../testing/command-line.ts";
import { respondWith, startReceiver, startServer } from "../testing/receivers.ts";
import { canSimulateSerialScanner, startSerialScanner } from "../testing/serial-scanner.ts";

const credentials = { user: "desk", password: "grüße: 1" };
const bell = "\u0007";
const readStdin = ["kiosk", "--no-tags", "--stdin"];
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
  const child = spawnScanhook(["kiosk", "--no-tags", ...args]);
  children.push(child);
  let output = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk) => {
    output += chunk;
  });
  const countOf = (text: string) => output.split(text).length - 1;
  /** Resolves when the output contains the text `count` times. */
  const waitForText = (text: string, count = 1) => expect.poll(() => countOf(text)).toBe(count);
  return { child, waitForText };
}

test("kiosk sends each line on stdin as one scan with its GS1 separators, and exits with 0 when all scans are accepted", async () => {
  await using receiver = await startReceiver({ credentials, reply: "thanks" });
  const codes = ["4006381333931", "]d2010950600013435210AB\u001d1727", " 96385074 "];
  const run = await runScanhookProcess([...readStdin, "--to", receiver.url], {
    input: `${codes.join("\r\n")}\n\n`,
    env: { SCANHOOK_USER: credentials.user, SCANHOOK_PASSWORD: credentials.password },
  });
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(receiver.scans.map(({ content }) => content)).toEqual(codes);
  const outputLines = run.stdout.trimEnd().split("\n");
  // One line for each scan, and one for the end of stdin.
  expect(outputLines).toHaveLength(codes.length + 1);
  expect(outputLines.find((line) => line.includes("400638"))).toMatch(
    /^\d\d:\d\d:\d\d {2}stdin {2}.+ {2}accepted with 200 in \d+ ms\. It says: thanks$/,
  );
  expect(run.stdout).toContain("AB\\u001d1727");
  // Two requests for each scan: one without the password, and one with it.
  expect(receiver.requests).toHaveLength(2 * codes.length);
});

test("kiosk sends and reports the lines of a pipe in order, one after another", async () => {
  const codes = Array.from({ length: 12 }, (_, i) => `item ${i}`);
  let openRequests = 0;
  let maxOpenRequests = 0;
  await using receiver = await startServer((request, response) => {
    openRequests++;
    maxOpenRequests = Math.max(maxOpenRequests, openRequests);
    request.resume().on("end", () => {
      openRequests--;
      response.writeHead(204).end();
    });
  });
  const run = await runScanhookProcess([...readStdin, "--json", "--to", receiver.url], {
    input: codes.join("\n"),
  });
  expect(run.code).toBe(0);
  const events = run.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(events.flatMap(({ scan }) => scan?.content ?? [])).toEqual(codes);
  expect(maxOpenRequests).toBe(1);
});

test("kiosk --json prints one line for each scan and each event", async () => {
  await using receiver = await startReceiver({ reply: "thanks" });
  const run = await runScanhookProcess([...readStdin, "--json", "--to", receiver.url], {
    input: "x",
  });
  const events = run.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(events).toHaveLength(2);
  expect(events).toContainEqual({ event: "input-end" });
  expect(events).toContainEqual({
    scan: receiver.scans[0],
    reader: "stdin",
    outcome: { kind: "accepted", status: 200, reply: { text: "thanks", warning: false } },
    ms: expect.any(Number),
  });
});

test("kiosk reports a refused or unreachable scan, sends it only once, and exits with 1", async () => {
  await using receiver = await startReceiver({ credentials });
  const wrongLogin = join(folder, "wrong.txt");
  await writeFile(wrongLogin, "desk\nwrong\n", { mode: 0o600 });
  const refused = await runScanhookProcess(
    [...readStdin, "--to", receiver.url, "--credentials", wrongLogin],
    {
      input: "x",
    },
  );
  expect(refused.code).toBe(1);
  expect(refused.stdout).toMatch(/REFUSED with 401: .*password.*not stored: scan it again\.\n/);
  // One request without the password, and one with it.
  expect(receiver.requests).toHaveLength(2);
  const busy = await startServer(respondWith(503));
  const overdue = await runScanhookProcess([...readStdin, "--to", busy.url], { input: "x" });
  await busy[Symbol.asyncDispose]();
  // The hub responds with 503 after ten seconds, and may still store the scan.
  expect(overdue.stdout).toMatch(/REFUSED with 503: .*Whether it is stored is not known: scan it/);
  expect(overdue.stdout).not.toContain("not stored");
  const cut = await startServer((request) => request.socket.destroy());
  const lost = await runScanhookProcess([...readStdin, "--to", cut.url], { input: "x" });
  await cut[Symbol.asyncDispose]();
  expect(lost.stdout).toMatch(/NOT CONFIRMED, unreachable \(reset\): .*is not known/);
  const stopped = await startServer(() => undefined);
  await stopped[Symbol.asyncDispose]();
  const unreachable = await runScanhookProcess([...readStdin, "--to", stopped.url], { input: "x" });
  expect(unreachable).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/NOT SENT, unreachable .*It is not stored: scan it again\.\n/),
  });
});

test("kiosk colors each result on a terminal and rings a bell, which --no-beep turns off", async () => {
  const warningReply = respondWith(
    200,
    { "content-type": "application/json" },
    '{"ok":false,"message":"already here"}',
  );
  const accepted = await runOnTerminal(respondWith(204));
  expect(accepted).toContain(bell);
  expect(accepted).toMatch(/\[32m.*accepted/);
  const warned = await runOnTerminal(warningReply);
  expect(warned).toMatch(/\[33m.*already here/);
  const failed = await runOnTerminal(respondWith(500), "--no-beep");
  expect(failed).toMatch(/\[31m.*NOT CONFIRMED with 500/);
  expect(failed).not.toContain(bell);
});

test("kiosk sends credentials from a file only when the receiver asks for them", async () => {
  await using receiver = await startReceiver({ credentials });
  for (const text of [`${credentials.user}\r\n${credentials.password}\r\n`, "desk:grüße: 1\n"]) {
    const file = join(folder, "good.txt");
    await writeFile(file, text, { mode: 0o600 });
    const run = await runScanhookProcess(
      [...readStdin, "--to", receiver.url, "--credentials", file],
      {
        input: "x",
      },
    );
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
if (onWindows) console.log("Skipped on Windows: the permissions of a credentials file.");
test.skipIf(onWindows)("kiosk refuses a credentials file that other users can read", async () => {
  const file = join(folder, "open.txt");
  await writeFile(file, "desk:secret\n");
  for (const mode of [0o644, 0o640]) {
    await chmod(file, mode);
    const run = await runScanhook([...readStdin, "--to", url, "--credentials", file]);
    expect(run).toMatchObject({ code: 2, stderr: expect.stringMatching(/chmod 600/) });
  }
});

test("on SIGTERM, kiosk finishes the scans in progress and exits with 0", async () => {
  let respond = () => undefined as unknown;
  await using receiver = await startServer((request, response) => {
    request.resume();
    respond = () => response.writeHead(204).end();
  });
  const { child, waitForText } = startKiosk("--stdin", "--to", receiver.url);
  child.stdin?.write("slow\n");
  await expect.poll(() => receiver.requests).toHaveLength(1);
  const exit = waitForExit(child);
  child.kill("SIGTERM");
  respond();
  expect(await exit).toBe(0);
  await waitForText("slow  accepted with 204");
  expect(receiver.requests).toHaveLength(1);
});

test.skipIf(!canSimulateSerialScanner())(
  "kiosk reads a scanner on a serial port, and reads it again after the scanner was unplugged",
  async () => {
    await using receiver = await startReceiver();
    const port = join(folder, "scanner");
    const { waitForText } = startKiosk(
      "--serial",
      `${port}:115200`,
      "--to",
      receiver.url,
      "--json",
    );
    await waitForText("does not exist");
    const codes = ["010950600013435210A\u001d17", "plugged in again"];
    for (const [unplugCount, code] of codes.entries()) {
      const scanner = await startSerialScanner(port);
      await waitForText('"event":"reader",', unplugCount + 1);
      scanner.scan(`${code}\r`);
      await expect.poll(() => receiver.scans.at(-1)?.content).toBe(code);
      scanner.unplug();
      // The first event reports that the port does not exist yet.
      await waitForText('"event":"reader-gone","reader":', unplugCount + 2);
    }
    expect(receiver.scans).toHaveLength(2);
  },
);

const onLinux = process.platform === "linux";
if (!onLinux) console.log("Skipped, not on Linux: a scanner that is a keyboard.");
test.skipIf(!onLinux)(
  "kiosk reads a scanner that types without a terminal, and reads it again after the scanner was unplugged",
  async () => {
    await using receiver = await startReceiver();
    const file = join(folder, "event-kbd");
    execFileSync("mkfifo", [file]);
    const { child, waitForText } = startKiosk("--keyboard", file, "--to", receiver.url, "--json");
    // Key codes of Linux: Shift is 42, A is 30, 2 is 3, Enter is 28, and B is 48.
    const typedKeys = [
      [42, -42, 30, 3, 28],
      [48, 28],
    ];
    for (const [unplugCount, keys] of typedKeys.entries()) {
      // Like the device of a keyboard, a FIFO provides the bytes of key events. Its end is like
      // unplugging the keyboard.
      await writeFile(file, Buffer.concat(keys.map(createKeyEvent)));
      await waitForText('"event":"reader-gone"', unplugCount + 1);
    }
    await waitForText('"scan"', 2);
    expect(receiver.scans.map(({ content }) => content)).toEqual(["a2", "b"]);
    const exit = waitForExit(child);
    child.kill("SIGTERM");
    expect(await exit).toBe(0);
  },
);

/** Port 9 is the discard service, where no test listens. */
const url = "http://localhost:9/in/x";
const wrongUses: [string, string[], string | RegExp][] = [
  ["no receiver", ["--stdin"], "--to URL is missing"],
  ["plain http to another computer", ["--to", "http://example.org"], "use https"],
  ["a password among the arguments", ["--to", url, "--password=x"], "--credentials FILE"],
  ["a user among the arguments", ["--to", url, "--user", "x"], "everybody on this computer"],
  ["nothing to read from", ["--to", url, "--no-tags"], "nothing to read"],
  ["--reader together with --no-tags", ["--to", url, "--no-tags", "--reader", "x"], "contradict"],
  ["a port without a name", ["--to", url, "--serial", ":9600"], "not a port"],
  ["a baud rate of 0", ["--to", url, "--serial", "/dev/ttyS0:0"], "not a port"],
  ["an empty keyboard name", ["--to", url, "--keyboard", "a,,b"], "is empty"],
  [
    "a missing credentials file",
    ["--to", url, "--credentials", "/nowhere"],
    "there is no such file",
  ],
  ["an empty credentials file", ["--to", url, "--credentials", "EMPTY"], "two lines"],
  ["a timeout that is not a number", ["--to", url, "--timeout", "soon"], "seconds"],
  [
    "a CA file without a certificate",
    ["--to", "https://a.example", "--ca", import.meta.filename],
    "contains no",
  ],
];

test.each(wrongUses)("kiosk with %s is wrong use and exits with 2", async (_, args, sentence) => {
  const emptyFile = join(folder, "empty.txt");
  await writeFile(emptyFile, "", { mode: 0o600 });
  const run = await runScanhook([
    "kiosk",
    ...args.map((arg) => (arg === "EMPTY" ? emptyFile : arg)),
  ]);
  expect(run).toMatchObject({ code: 2, stdout: "" });
  const [reason, , usage] = run.stderr.split("\n");
  expect(reason).toMatch(sentence);
  expect(usage).toBe("Usage: scanhook kiosk --to URL [options]");
});

test.each([
  [{ SCANHOOK_USER: "desk" }, "SCANHOOK_USER also needs SCANHOOK_PASSWORD"],
  [{ SCANHOOK_PASSWORD: "secret" }, "SCANHOOK_PASSWORD also needs SCANHOOK_USER"],
  [{ SCANHOOK_TAG_PASSWORD: "secret" }, "SCANHOOK_TAG_PASSWORD is four bytes in hexadecimal"],
  [{ SCANHOOK_USER: "de:sk", SCANHOOK_PASSWORD: "secret" }, "no colon"],
])(
  "kiosk with the incomplete or invalid credentials %j in the environment is wrong use",
  async (env, sentence) => {
    const run = await runScanhook([...readStdin, "--to", url], { env });
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining(sentence) });
  },
);

/** Runs the kiosk on a terminal for one scan to a receiver. Returns its output. */
async function runOnTerminal(listener: RequestListener, ...args: string[]): Promise<string> {
  await using receiver = await startServer(listener);
  let output = "";
  await main([...readStdin, "--to", receiver.url, ...args], {
    stdin: Readable.from([Buffer.from("x")]),
    stdout: {
      isTTY: true,
      write(text) {
        output += text;
      },
    },
    stderr: process.stderr,
    env: { TERM: "xterm" },
  });
  return output;
}

/**
 * Returns the event of a key press, or of a release for a negative code, in the format of 64-bit
 * Linux.
 */
function createKeyEvent(code: number): Buffer {
  const bytes = Buffer.alloc(24);
  bytes.writeUInt16LE(1, 16);
  bytes.writeUInt16LE(Math.abs(code), 18);
  bytes.writeInt32LE(code > 0 ? 1 : 0, 20);
  return bytes;
}
