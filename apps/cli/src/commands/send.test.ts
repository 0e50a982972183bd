import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCertificate } from "../testing/certificates.ts";
import { runScanhook, runScanhookProcess } from "../testing/command-line.ts";
import { respondWith, startReceiver, startServer } from "../testing/receivers.ts";

const credentials = { user: "phone", password: "grüße 1:2" };
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanhook-send-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("send sends a code with a new UUID and the current time, and reports that it was accepted", async () => {
  await using receiver = await startReceiver();
  const before = Date.now();
  const run = await runScanhookProcess([
    "send",
    "--to",
    receiver.url,
    "--content",
    "4006381333931",
  ]);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(run.stdout).toMatch(/^Accepted with 204 in \d+ ms\.\n$/);
  const [scan] = receiver.scans;
  expect(scan?.content).toBe("4006381333931");
  expect(scan?.identifier).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  // A scan has whole seconds.
  expect(Date.parse(scan?.date ?? "")).toBeGreaterThan(before - 1000);
  expect(Date.parse(scan?.date ?? "")).toBeLessThanOrEqual(Date.now());
});

test("send sends the password only after a challenge, and --json prints the outcome and the scan", async () => {
  await using receiver = await startReceiver({ credentials, reply: "thanks" });
  const args = "--source nfc --identifier 04a2b3c4 --date 2026-05-12T14:23:01+02:00 --json";
  const run = await runScanhookProcess(
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

test("send names the options for a receiver that asks for a password when none was given", async () => {
  await using receiver = await startReceiver({ credentials });
  const run = await runScanhook(["send", "--to", receiver.url, "--content", "x"]);
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toMatch(/ On this command line: --user and --password\.\n$/);
});

test("send names a port that does not speak https", async () => {
  await using receiver = await startReceiver();
  const url = receiver.url.replace("http:", "https:");
  const run = await runScanhook(["send", "--to", url, "--content", "x"]);
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toMatch(
    /^Not sent, unreachable \(not-tls\): This port does not speak https\./,
  );
});

test("send reads the content or the password from stdin without the last line end", async () => {
  await using receiver = await startReceiver({ credentials });
  const login = ["--user", "phone", "--password"];
  const to = ["send", "--to", receiver.url];
  const contentFromStdin = await runScanhookProcess(
    [...to, ...login, credentials.password, "--content", "-"],
    {
      input: " a\u001db\n\n",
    },
  );
  const passwordFromStdin = await runScanhookProcess([...to, ...login, "-", "--content", ""], {
    input: `${credentials.password}\n`,
  });
  expect([contentFromStdin.code, passwordFromStdin.code]).toEqual([0, 0]);
  expect(receiver.scans.map(({ content }) => content)).toEqual([" a\u001db\n", ""]);
});

test("send reads a password with the byte order mark of PowerShell, but not Latin-1", async () => {
  await using receiver = await startReceiver({ credentials });
  const args = ["send", "--to", receiver.url, "--user", "phone", "--password", "-"];
  const run = (input: string | Buffer) =>
    runScanhookProcess([...args, "--content", "x"], { input });
  expect(await run(`\ufeff${credentials.password}\r\n`)).toMatchObject({ code: 0 });
  expect(await run(Buffer.from("grün", "latin1"))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--password -: the text on stdin is not UTF-8."),
  });
});

const refusals: [string, Parameters<typeof respondWith>, RegExp][] = [
  ["the status 500", [500], /^Not confirmed with 500: The receiver answered 500\.\n$/],
  ["a redirect", [302, { location: "/new" }], /redirects to \/new/],
  ["a challenge with another scheme", [401, { "www-authenticate": "Bearer" }], /“bearer”/],
  [
    "a challenge without credentials",
    [401, { "www-authenticate": "Basic" }],
    /username and password/,
  ],
  [
    "a reply with control characters",
    [400, { "content-type": "text/plain" }, "\u001b[2Jbad"],
    /It says: \[2Jbad\n$/,
  ],
];

test.each(refusals)(
  "send reports %s on stderr with exit code 1 after one request",
  async (_, response, message) => {
    await using receiver = await startServer(respondWith(...response));
    const run = await runScanhook(["send", "--to", receiver.url, "--content", "x"]);
    expect(run).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(message) });
    expect(receiver.requests).toHaveLength(1);
  },
);

test("send reports a wrong password after one request without it and one with it", async () => {
  await using receiver = await startReceiver({ credentials });
  const login = ["--user", "phone", "--password", "wrong"];
  const run = await runScanhook(["send", "--to", receiver.url, "--content", "x", ...login]);
  expect(run.code).toBe(1);
  expect(run.stderr).toMatch(/^Refused with 401: .*did not accept the username and password/);
  expect(receiver.requests).toHaveLength(2);
});

test("send reports a receiver that does not respond or does not exist as unreachable", async () => {
  await using hanging = await startServer(() => undefined);
  const timedOut = await runScanhook([
    "send",
    "--to",
    hanging.url,
    "--content",
    "x",
    "--timeout",
    "0.3",
  ]);
  expect(timedOut).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Not sent, unreachable \(timeout\)/),
  });
  const stopped = await startServer(() => undefined);
  await stopped[Symbol.asyncDispose]();
  const refused = await runScanhook(["send", "--to", stopped.url, "--content", "x", "--json"]);
  expect(JSON.parse(refused.stdout)).toMatchObject({ kind: "unreachable", cause: "refused" });
  expect(refused.code).toBe(1);
});

test("send refuses a certificate of an unknown authority unless --ca names the authority", async () => {
  const authority = await makeCertificate({ name: "House CA", isAuthority: true });
  const certificate = await makeCertificate({
    name: "hub",
    issuer: authority,
    dnsNames: ["localhost"],
  });
  await using receiver = await startReceiver({
    tls: { cert: certificate.cert, key: certificate.key },
  });
  const file = join(folder, "ca.pem");
  await writeFile(file, authority.cert);
  const to = ["send", "--to", receiver.url, "--content", "x"];
  expect((await runScanhookProcess(to)).stderr).toMatch(/unreachable \(tls\)/);
  expect(await runScanhookProcess([...to, "--ca", file])).toMatchObject({ code: 0 });
  expect(receiver.scans).toHaveLength(1);
});

/** Port 9 is the discard service, where no test listens. */
const url = "http://localhost:9";
const wrongUses: [string, string[], string | RegExp][] = [
  ["no receiver", ["--content", "x"], "--to URL is missing"],
  ["no content", ["--to", url], "--content TEXT is missing"],
  ["plain http to another computer", ["--to", "http://example.org", "--content", "x"], "use https"],
  ["a receiver that is not a URL", ["--to", "example", "--content", "x"], "not a receiver URL"],
  ["an unknown source", ["--to", url, "--content", "x", "--source", "qr"], "code or nfc"],
  ["a code without a UUID", ["--to", url, "--content", "x", "--identifier", "04:A2"], "is a UUID"],
  [
    "a tag without a UID",
    ["--to", url, "--content", "x", "--source", "nfc", "--identifier", "tag"],
    "its UID",
  ],
  ["a date without zone", ["--to", url, "--content", "x", "--date", "2026-05-12T14:23:01"], "zone"],
  [
    "a date that does not exist",
    ["--to", url, "--content", "x", "--date", "2026-02-30T14:23:01Z"],
    "time",
  ],
  ["a user without password", ["--to", url, "--content", "x", "--user", "a"], "SCANHOOK_PASSWORD"],
  ["a password without user", ["--to", url, "--content", "x", "--password", "a"], "--user"],
  [
    "a timeout that is not a number",
    ["--to", url, "--content", "x", "--timeout", "soon"],
    "seconds",
  ],
  [
    "a missing CA file",
    ["--to", "https://localhost:9", "--content", "x", "--ca", "/nowhere"],
    "there is no such file",
  ],
  [
    "a CA file without a certificate",
    ["--to", "https://localhost:9", "--content", "x", "--ca", import.meta.filename],
    "contains no certificate",
  ],
  [
    "stdin for both content and password",
    ["--to", url, "--content", "-", "--user", "a", "--password", "-"],
    "Only one",
  ],
];

test.each(wrongUses)("send with %s is wrong use and exits with 2", async (_, args, sentence) => {
  const run = await runScanhook(["send", ...args]);
  expect(run).toMatchObject({ code: 2, stdout: "" });
  const [reason, , usage] = run.stderr.split("\n");
  expect(reason).toMatch(sentence);
  expect(usage).toBe("Usage: scanhook send --to URL --content TEXT [options]");
});
