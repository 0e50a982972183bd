import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answering, start, startReceiver } from "../testing/receivers.ts";
import { makeCertificate } from "../tests/certificates.ts";
import { scanhook, scanhookHere } from "../tests/command-line.ts";

const credentials = { user: "phone", password: "grüße 1:2" };
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanhook-send-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("a code goes out with a fresh UUID and the time, and the line says that it was accepted", async () => {
  await using receiver = await startReceiver();
  const before = Date.now();
  const run = await scanhook(["send", "--to", receiver.url, "--content", "4006381333931"]);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(run.stdout).toMatch(/^Accepted with 204 in \d+ ms\.\n$/);
  const [scan] = receiver.scans;
  expect(scan?.content).toBe("4006381333931");
  expect(scan?.identifier).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  // A scan has whole seconds.
  expect(Date.parse(scan?.date ?? "")).toBeGreaterThan(before - 1000);
  expect(Date.parse(scan?.date ?? "")).toBeLessThanOrEqual(Date.now());
});

test("the password goes out only in answer to the challenge; --json shows outcome and scan", async () => {
  await using receiver = await startReceiver({ credentials, reply: "thanks" });
  const args = "--source nfc --identifier 04a2b3c4 --date 2026-05-12T14:23:01+02:00 --json";
  const run = await scanhook(
    ["send", "--to", receiver.url, "--user", "phone", "--content", "x", ...args.split(" ")],
    { env: { SCANHOOK_PASSWORD: credentials.password } },
  );
  expect(JSON.parse(run.stdout)).toEqual({
    kind: "accepted",
    status: 200,
    reply: { text: "thanks", warning: false },
    ms: expect.any(Number),
    scan: { identifier: "04:A2:B3:C4", date: "2026-05-12T14:23:01+02:00", content: "x" },
  });
  expect(run.stdout.trim().split("\n")).toHaveLength(1);
  expect(receiver.requests.map(({ headers }) => Boolean(headers.authorization))).toEqual([
    false,
    true,
  ]);
});

test("content comes from stdin without its last line end, and the password may instead", async () => {
  await using receiver = await startReceiver({ credentials });
  const login = ["--user", "phone", "--password"];
  const to = ["send", "--to", receiver.url];
  const piped = await scanhook([...to, ...login, credentials.password, "--content", "-"], {
    input: " a\u001db\n\n",
  });
  const secret = await scanhook([...to, ...login, "-", "--content", ""], {
    input: `${credentials.password}\n`,
  });
  expect([piped.code, secret.code]).toEqual([0, 0]);
  expect(receiver.scans.map(({ content }) => content)).toEqual([" a\u001db\n", ""]);
});

const refusals: [string, Parameters<typeof answering>, RegExp][] = [
  ["an error", [500], /^Refused with 500: The receiver answered 500\.\n$/],
  ["a redirect", [302, { location: "/new" }], /redirects to \/new/],
  ["another scheme", [401, { "www-authenticate": "Bearer" }], /“bearer”/],
  [
    "a challenge without credentials",
    [401, { "www-authenticate": "Basic" }],
    /username and password/,
  ],
  [
    "a reply that draws",
    [400, { "content-type": "text/plain" }, "\u001b[2Jbad"],
    /It says: \[2Jbad\n$/,
  ],
];

test.each(refusals)("%s is a line on stderr and exit code 1", async (_, answer, line) => {
  await using receiver = await start(answering(...answer));
  const run = await scanhookHere(["send", "--to", receiver.url, "--content", "x"]);
  expect(run).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(line) });
  expect(receiver.requests).toHaveLength(1);
});

test("a wrong password is refused after one retry", async () => {
  await using receiver = await startReceiver({ credentials });
  const login = ["--user", "phone", "--password", "wrong"];
  const run = await scanhookHere(["send", "--to", receiver.url, "--content", "x", ...login]);
  expect(run.code).toBe(1);
  expect(run.stderr).toMatch(/^Refused with 401: .*did not accept the username and password/);
  expect(receiver.requests).toHaveLength(2);
});

test("a receiver that hangs or is not there is unreachable", async () => {
  await using hanging = await start(() => undefined);
  const late = await scanhookHere([
    "send",
    "--to",
    hanging.url,
    "--content",
    "x",
    "--timeout",
    "0.3",
  ]);
  expect(late).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Not sent, unreachable \(timeout\)/),
  });
  const gone = await start(() => undefined);
  await gone[Symbol.asyncDispose]();
  const nobody = await scanhookHere(["send", "--to", gone.url, "--content", "x", "--json"]);
  expect(JSON.parse(nobody.stdout)).toMatchObject({ kind: "unreachable", cause: "refused" });
  expect(nobody.code).toBe(1);
});

test("an unknown certificate authority is refused, and trusted when --ca names it", async () => {
  const authority = await makeCertificate({ name: "House CA", isAuthority: true });
  const made = await makeCertificate({ name: "hub", by: authority, names: ["localhost"] });
  await using receiver = await startReceiver({ tls: { cert: made.cert, key: made.key } });
  const file = join(folder, "ca.pem");
  await writeFile(file, authority.cert);
  const to = ["send", "--to", receiver.url, "--content", "x"];
  expect((await scanhook(to)).stderr).toMatch(/unreachable \(tls\)/);
  expect(await scanhook([...to, "--ca", file])).toMatchObject({ code: 0 });
  expect(receiver.scans).toHaveLength(1);
});

const url = "http://localhost:9";
const wrongUses: [string, string[], string | RegExp][] = [
  ["no receiver", ["--content", "x"], "--to URL is missing"],
  ["no content", ["--to", url], "--content TEXT is missing"],
  ["plain http to another computer", ["--to", "http://example.org", "--content", "x"], "use https"],
  ["no address", ["--to", "example", "--content", "x"], "not a web address"],
  ["an unknown source", ["--to", url, "--content", "x", "--source", "qr"], "code or nfc"],
  ["a code without a UUID", ["--to", url, "--content", "x", "--identifier", "04:A2"], "is a UUID"],
  [
    "a tag without a UID",
    ["--to", url, "--content", "x", "--source", "nfc", "--identifier", "tag"],
    "its UID",
  ],
  ["a date without zone", ["--to", url, "--content", "x", "--date", "2026-05-12T14:23:01"], "zone"],
  ["a day that is none", ["--to", url, "--content", "x", "--date", "2026-02-30T14:23:01Z"], "time"],
  ["a user without password", ["--to", url, "--content", "x", "--user", "a"], "SCANHOOK_PASSWORD"],
  ["a password without user", ["--to", url, "--content", "x", "--password", "a"], "--user"],
  ["a timeout that is none", ["--to", url, "--content", "x", "--timeout", "soon"], "seconds"],
  [
    "a missing CA",
    ["--to", "https://localhost:9", "--content", "x", "--ca", "/nowhere"],
    "there is no such file",
  ],
  [
    "a CA file without any",
    ["--to", "https://localhost:9", "--content", "x", "--ca", import.meta.filename],
    "holds no certificate",
  ],
  [
    "stdin for two things",
    ["--to", url, "--content", "-", "--user", "a", "--password", "-"],
    "Only one",
  ],
];

test.each(wrongUses)(
  "%s is wrong use: a sentence, the help, exit code 2",
  async (_, args, sentence) => {
    const run = await scanhookHere(["send", ...args]);
    expect(run).toMatchObject({ code: 2, stdout: "" });
    const [reason, , usage] = run.stderr.split("\n");
    expect(reason).toMatch(sentence);
    expect(usage).toBe("Usage: scanhook send --to URL --content TEXT [options]");
  },
);
