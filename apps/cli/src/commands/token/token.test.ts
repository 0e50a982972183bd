import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { waitForExit, waitForOutput } from "../../testing/child.ts";
import { runScanhook, spawnScanhook } from "../../testing/command-line.ts";

let data: string;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "scanhook-token-"));
});
afterEach(() => rm(data, { recursive: true, force: true }));

/** Nothing listens on port 1, so the commands do not find another hub on this computer. */
const env = { SCANHOOK_HTTP_PORT: "1" };
const run = (...args: string[]) => runScanhook([...args, "--data", data], { env });
const runToken = (...args: string[]) => run("token", ...args);

test("token add makes tokens, list shows what they may do, and remove removes them", async () => {
  await run("inbox", "add", "door", "--open");
  expect((await runToken("list")).stdout).toBe("There is no API token yet.\n");
  await run("people", "add", "Ada", "--role", "viewer");
  const made = await runToken("add", "nightly export", "--scope", "read", "--person", "ada");
  expect(made).toMatchObject({ code: 0, stderr: "Keep this token; it is shown only once.\n" });
  expect(made.stdout).toMatch(/^shk_[\w-]{43}\n$/);
  const scopes = ["--scope", "send", "--scope", "registers", "--scope", "send"];
  const limits = ["--inbox", "door", "--expires", "2999-12-31"];
  const gate = JSON.parse((await runToken("add", "gate", ...scopes, ...limits, "--json")).stdout);
  expect(gate).toMatchObject({
    ...{ name: "gate", scopes: ["send", "registers"], inboxes: ["door"] },
    ...{ expiresAt: "2999-12-31T00:00:00.000Z", token: expect.stringMatching(/^shk_/) },
  });
  const list = await runToken("list");
  expect(list.stdout).toMatch(/^NUMBER +NAME +PERSON +SCOPES +INBOXES +ENDS +LAST USED\n/);
  expect(list.stdout).toMatch(/^\d+ +nightly export +Ada +read +all +never +never$/m);
  expect(list.stdout).toMatch(/^\d+ +gate +owner +send, registers +door +2999-\S+ +never$/m);
  expect(list.stdout).not.toContain("shk_");
  expect(await runToken("remove", String(gate.id))).toMatchObject({
    code: 0,
    stdout: `Removed the API token ${gate.id}.\n`,
  });
  expect(await runToken("remove", String(gate.id))).toMatchObject({
    code: 1,
    stderr: "There is no token with this number; it may have been removed already.\n",
  });
});

test("token add refuses unknown people and inboxes with the nearest name", async () => {
  await run("inbox", "add", "door", "--open");
  const add = ["add", "gate", "--scope", "read"];
  expect(await runToken(...add, "--person", "ownr")).toEqual({
    ...{ code: 1, stdout: "", stderr: 'There is no person "ownr"; did you mean owner?\n' },
  });
  expect(await runToken(...add, "--inbox", "dor")).toEqual({
    ...{ code: 1, stdout: "", stderr: 'There is no inbox "dor"; did you mean door?\n' },
  });
});

test.each([
  [["add"], "NAME is missing"],
  [["add", "gate"], "Say what it may do: --scope read|send|registers|manage|all."],
  [["add", "gate", "--scope", "write"], 'or all, not "write".'],
  [["add", "x".repeat(101), "--scope", "read"], "The name of a token has 1 to 100 characters"],
  [
    ["add", "gate", "--scope", "read", "--expires", "soon"],
    '--expires is a day such as 2027-05-12 or a time with its zone such as 2027-05-12T14:00:00Z, not "soon".',
  ],
  [["add", "gate", "--scope", "read", "--expires", "2020-01-01"], "is not in the future"],
  [["remove", "gate"], '"scanhook token list" shows, not "gate".'],
  [["ad"], 'did you mean "token add"?'],
  [[], "Say what to do: token list, add or remove."],
])("token %j is wrong use and creates no file", async (args, sentence) => {
  const refused = await runScanhook(["token", ...args], { env: { SCANHOOK_DATA: data } });
  expect(refused).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(sentence) });
  expect(refused.stderr).toContain("Usage: scanhook token list");
  expect(await readdir(data)).toEqual([]);
});

test("a running hub takes a token of the command for what its scopes name, as long as its person may", async () => {
  const options = ["--host", "127.0.0.1", "--tls", "off", "--http-port", "0"];
  const hub = spawnScanhook(["serve", "--data", data, ...options]);
  try {
    const [, base = ""] = /^ready (\S+)/m.exec(await waitForOutput(hub, /^ready .*\n/m)) ?? [];
    await run("people", "add", "Ada", "--role", "manager");
    const { stdout } = await runToken("add", "shop", "--scope", "manage", "--person", "Ada");
    const headers = { authorization: `Bearer ${stdout.trim()}` };
    const getStatus = async (path: string) =>
      (await fetch(`${base}api/${path}`, { headers })).status;
    expect(await getStatus("destinations")).toBe(200);
    expect(await getStatus("scans")).toBe(403);
    await run("people", "change", "Ada", "--role", "viewer");
    expect(await getStatus("destinations")).toBe(403);
    await run("people", "remove", "Ada");
    expect(await getStatus("destinations")).toBe(401);
    expect((await runToken("list")).stdout).toBe("There is no API token yet.\n");
  } finally {
    hub.kill("SIGTERM");
  }
  expect(await waitForExit(hub)).toBe(0);
});
