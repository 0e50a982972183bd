import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ended, printed } from "../tests/child.ts";
import { scanhookHere, startScanhook } from "../tests/command-line.ts";

let data: string;
let base: string;
let token: string;
let hub: ReturnType<typeof startScanhook>;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "scanhook-last-"));
  await scanhookHere(["inbox", "add", "open", "--open", "--data", data]);
  hub = startScanhook([
    "serve",
    ...["--data", data, "--host", "127.0.0.1", "--http-port", "0", "--https-port", "0"],
  ]);
  const said = await printed(hub, /^ready .*\n/m);
  base = /^ready (http:\/\/\S+?)\/? /m.exec(`${said} `)![1]!.replace(/\/$/, "");
  const code = /#\/login\?code=(\S+)/.exec(said)![1];
  const call = (path: string, body: object, cookie = "") =>
    fetch(base + path, {
      method: "POST",
      headers: { "content-type": "application/json", origin: base, cookie },
      body: JSON.stringify(body),
    });
  const session = await call("/api/session", { code, password: "correct horse battery" });
  const cookie = session.headers.getSetCookie()[0]!.split(";")[0]!;
  const made = await call("/api/tokens", { name: "shortcuts" }, cookie);
  ({ token } = (await made.json()) as { token: string });
});
afterAll(async () => {
  hub.kill();
  await ended(hub);
  await rm(data, { recursive: true, force: true });
});

const post = (identifier: string, content: string) =>
  fetch(`${base}/in/open`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ identifier, content, date: "2026-05-12T14:23:01Z" }),
  });
const ask = (args: string[], env: NodeJS.ProcessEnv = { SCANHOOK_TOKEN: token }) =>
  scanhookHere(["last", ...args], { env });

test("before anything is scanned it says so, from the folder and from the hub", async () => {
  const nothing = { code: 1, stdout: "", stderr: "No NFC tag was scanned yet.\n" };
  expect(await ask(["nfc", "--data", data])).toEqual(nothing);
  expect(await ask(["nfc", "--hub", base])).toEqual(nothing);
});

test("the last tag and the last code are told apart, as text and as JSON", async () => {
  expect((await post("04:A2:7F:1B:5E:80:00", "https://example.com/7")).status).toBe(204);
  expect((await post("0f0f7c6e-8f0e-4a52-9a0e-2c7a4d1b9e01", "two\nlines \u001b[31m")).status).toBe(
    204,
  );
  for (const from of [
    ["--data", data],
    ["--hub", base],
  ]) {
    expect(await ask(["nfc", ...from])).toEqual({
      code: 0,
      stdout: "https://example.com/7\n",
      stderr: "",
    });
    // A program gets it as it is.
    expect((await ask(["code", ...from])).stdout).toBe("two\nlines \u001b[31m\n");
    const json = (await ask(["nfc", "--json", ...from])).stdout;
    expect(json.trimEnd()).not.toContain("\n");
    expect(JSON.parse(json)).toMatchObject({
      identifier: "04:A2:7F:1B:5E:80:00",
      content: "https://example.com/7",
      source: "nfc",
    });
  }
});

test("what stops the hub from answering is a sentence, exit code 1", async () => {
  const wrong = await ask(["nfc", "--hub", base], { SCANHOOK_TOKEN: "wrong" });
  expect(wrong).toMatchObject({ code: 1, stdout: "" });
  expect(wrong.stderr).toBe("The hub does not know this token; make a new one on its dashboard.\n");
  const nobody = await ask(["nfc", "--hub", "http://127.0.0.1:9"]);
  expect(nobody).toMatchObject({ code: 1, stdout: "" });
  expect(nobody.stderr).toMatch(
    /^http:\/\/127\.0\.0\.1:9 did not answer \(.+\); "scanhook doctor"/,
  );
  const open = await ask(["nfc", "--hub", "http://hub.example"]);
  expect(open).toMatchObject({ code: 1, stdout: "" });
  expect(open.stderr).toMatch(/^The token would travel unencrypted/);
});

test.each([
  [[], "nfc or code is missing."],
  [["tag"], 'Say nfc or code, not "tag".'],
  [["nfc", "--hub", "http://localhost:1", "--data", "x"], "Give --hub or --data, not both."],
  [["nfc", "--hub", "hub"], "--hub: a hub's address begins with https://"],
  [["nfc", "--hub", "http://localhost:1/api"], "--hub: give only the address of the hub itself"],
  [["nfc", "--hub", "http://me:word@localhost:1"], "--hub: leave user name and password out"],
  [["nfc", "--ca", "x.pem"], "--ca goes with --hub."],
])("last %j is wrong use", async (args, reason) => {
  const run = await ask(args);
  expect(run).toMatchObject({ code: 2, stdout: "" });
  expect(run.stderr).toContain(`${reason}`);
});

test("without a token it says where to get one", async () => {
  const run = await ask(["nfc", "--hub", base], {});
  expect(run.code).toBe(2);
  expect(run.stderr).toMatch(/^--hub needs a token in the variable SCANHOOK_TOKEN; make one/);
});
