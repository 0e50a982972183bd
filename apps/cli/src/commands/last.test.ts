import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitForExit, waitForOutput } from "../testing/child.ts";
import { runScanhook, spawnScanhook } from "../testing/command-line.ts";

let data: string;
let hubUrl: string;
let token: string;
let hubProcess: ReturnType<typeof spawnScanhook>;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "scanhook-last-"));
  await runScanhook(["inbox", "add", "open", "--open", "--data", data]);
  hubProcess = spawnScanhook([
    "serve",
    ...["--data", data, "--host", "127.0.0.1", "--http-port", "0", "--https-port", "0"],
  ]);
  const output = await waitForOutput(hubProcess, /^ready .*\n/m);
  hubUrl = /^ready (http:\/\/\S+?)\/? /m.exec(`${output} `)![1]!.replace(/\/$/, "");
  const code = /#\/login\?code=(\S+)/.exec(output)![1];
  const post = (path: string, body: object, cookie = "") =>
    fetch(hubUrl + path, {
      method: "POST",
      headers: { "content-type": "application/json", origin: hubUrl, cookie },
      body: JSON.stringify(body),
    });
  const session = await post("/api/session", { code, password: "correct horse battery" });
  const cookie = session.headers.getSetCookie()[0]!.split(";")[0]!;
  const created = await post("/api/tokens", { name: "shortcuts" }, cookie);
  ({ token } = (await created.json()) as { token: string });
});
afterAll(async () => {
  hubProcess.kill();
  await waitForExit(hubProcess);
  await rm(data, { recursive: true, force: true });
});

const sendScan = (identifier: string, content: string) =>
  fetch(`${hubUrl}/in/open`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ identifier, content, date: "2026-05-12T14:23:01Z" }),
  });
const runLast = (args: string[], env: NodeJS.ProcessEnv = { SCANHOOK_TOKEN: token }) =>
  runScanhook(["last", ...args], { env });

test("last reports that nothing was scanned yet, with --data and with --hub", async () => {
  const nothingScanned = { code: 1, stdout: "", stderr: "No NFC tag was scanned yet.\n" };
  expect(await runLast(["nfc", "--data", data])).toEqual(nothingScanned);
  expect(await runLast(["nfc", "--hub", hubUrl])).toEqual(nothingScanned);
});

test("last prints the content of the last tag and the last code unchanged, and the scan as JSON", async () => {
  expect((await sendScan("04:A2:7F:1B:5E:80:00", "https://example.com/7")).status).toBe(204);
  expect(
    (await sendScan("0f0f7c6e-8f0e-4a52-9a0e-2c7a4d1b9e01", "two\nlines \u001b[31m")).status,
  ).toBe(204);
  for (const source of [
    ["--data", data],
    ["--hub", hubUrl],
  ]) {
    expect(await runLast(["nfc", ...source])).toEqual({
      code: 0,
      stdout: "https://example.com/7\n",
      stderr: "",
    });
    // Control characters stay, because the output is not a terminal.
    expect((await runLast(["code", ...source])).stdout).toBe("two\nlines \u001b[31m\n");
    const json = (await runLast(["nfc", "--json", ...source])).stdout;
    expect(json.trimEnd()).not.toContain("\n");
    expect(JSON.parse(json)).toMatchObject({
      identifier: "04:A2:7F:1B:5E:80:00",
      content: "https://example.com/7",
      source: "nfc",
    });
  }
});

test("last reports a refused token, an unreachable hub and an unencrypted address with exit code 1", async () => {
  const wrongToken = await runLast(["nfc", "--hub", hubUrl], { SCANHOOK_TOKEN: "wrong" });
  expect(wrongToken).toMatchObject({ code: 1, stdout: "" });
  expect(wrongToken.stderr).toBe(
    "The hub does not know this token; make a new one on its dashboard.\n",
  );
  // No test listens on port 9, the discard service.
  const unreachable = await runLast(["nfc", "--hub", "http://127.0.0.1:9"]);
  expect(unreachable).toMatchObject({ code: 1, stdout: "" });
  expect(unreachable.stderr).toMatch(
    /^http:\/\/127\.0\.0\.1:9 did not respond \(.+\); "scanhook doctor"/,
  );
  const unencrypted = await runLast(["nfc", "--hub", "http://hub.example"]);
  expect(unencrypted).toMatchObject({ code: 1, stdout: "" });
  expect(unencrypted.stderr).toMatch(/^The token would travel unencrypted/);
});

test.each([
  [[], "nfc or code is missing."],
  [["tag"], 'Give nfc or code, not "tag".'],
  [["nfc", "--hub", "http://localhost:1", "--data", "x"], "Give --hub or --data, not both."],
  [["nfc", "--hub", "hub"], "--hub: a hub's address begins with https://"],
  [["nfc", "--hub", "http://localhost:1/api"], "--hub: give only the address of the hub itself"],
  [["nfc", "--hub", "http://me:word@localhost:1"], "--hub: leave user name and password out"],
  [["nfc", "--ca", "x.pem"], "--ca goes with --hub."],
])("last %j is wrong use", async (args, reason) => {
  const run = await runLast(args);
  expect(run).toMatchObject({ code: 2, stdout: "" });
  expect(run.stderr).toContain(reason);
});

test("last --hub without a token is wrong use, and the message says how to get a token", async () => {
  const run = await runLast(["nfc", "--hub", hubUrl], {});
  expect(run.code).toBe(2);
  expect(run.stderr).toMatch(/^--hub needs a token in the variable SCANHOOK_TOKEN; make one/);
});
