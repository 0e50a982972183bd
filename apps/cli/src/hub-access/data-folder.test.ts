import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freePort } from "../../../../scripts/testing/free-port.ts";
import { waitForExit, waitForOutput } from "../testing/child.ts";
import { runScanhook, runScanhookProcess, spawnScanhook } from "../testing/command-line.ts";

let data: string;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "scanhook-data-"));
});
afterEach(() => rm(data, { recursive: true, force: true }));

/** Nothing listens on port 1, so the commands do not find another hub on this computer. */
const env = { SCANHOOK_HTTP_PORT: "1" };
const notRunningNote = "The hub does not respond; this address comes from the settings.\n";
const runInbox = (...args: string[]) => runScanhook(["inbox", ...args, "--data", data], { env });

test("commands refuse a folder that is not a data folder, name the folder, and leave it empty", async () => {
  for (const command of [["inbox", "list"], ["export"], ["login-link"]]) {
    const run = await runScanhook([...command, "--data", data]);
    expect(run).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining(data) });
  }
  expect(await readdir(data)).toEqual([]);
});

test("while the hub runs, inbox, send, doctor, export, open and login-link work with its address and its data folder", async () => {
  const hubOptions = ["--host", "127.0.0.1", "--tls", "off", "--http-port", "0"];
  const hub = spawnScanhook(["serve", "--data", data, ...hubOptions]);
  try {
    const [, base = ""] = /^ready (\S+)/m.exec(await waitForOutput(hub, /^ready .*\n/m)) ?? [];
    const login = ["--user", "phone", "--password", "long enough"];
    const added = await runInbox("add", "store", ...login, "--json");
    expect(added).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(added.stdout).urls).toEqual([`${base}in/store`]);
    const sent = await runScanhook([
      "send",
      "--to",
      `${base}in/store`,
      "--content",
      "hello",
      ...login,
    ]);
    expect(sent).toMatchObject({ code: 0, stdout: expect.stringContaining("Accepted with 204") });
    const doctor = await runScanhook(["doctor", `${base}in/nowhere`]);
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toContain("scanhook inbox add nowhere --data");
    const exported = await runScanhookProcess(["export", "--data", data, "--inbox", "store"]);
    expect(JSON.parse(exported.stdout)).toMatchObject({ content: "hello", user: "phone" });
    const screen = await runScanhook(["open", "nfc", "--print", "--data", data], { env });
    expect(screen).toEqual({ code: 0, stdout: `${base}scan/#/nfc\n`, stderr: "" });
    const link = await runScanhook(["login-link", "--data", data], { env });
    expect(link.stderr).toBe("");
    expect(link.stdout).toMatch(new RegExp(`^${base}#/login\\?code=\\S+\n$`));
    const code = link.stdout.trim().split("code=")[1];
    const session = await fetch(`${base}api/session`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: new URL(base).origin },
      body: JSON.stringify({ code, password: "correct horse battery" }),
    });
    expect(session.status).toBe(200);
    expect((await runInbox("remove", "store", "--delete-scans")).code).toBe(0);
    const refused = await runScanhook([
      "send",
      "--to",
      `${base}in/store`,
      "--content",
      "x",
      ...login,
    ]);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^Refused with 404.*This hub has no inbox “store”.*correct the receiver URL/,
      ),
    });
  } finally {
    hub.kill("SIGTERM");
  }
  expect(await waitForExit(hub)).toBe(0);
});

test("open does not mistake a killed hub, or another program on its port, for a running hub", async () => {
  const port = await freePort();
  const hubOptions = ["--host", "127.0.0.1", "--tls", "off", "--http-port", String(port)];
  const hub = spawnScanhook(["serve", "--data", data, ...hubOptions]);
  await waitForOutput(hub, /^ready .*\n/m);
  hub.kill("SIGKILL");
  await waitForExit(hub);
  const fromSettings = {
    code: 0,
    stdout: "http://localhost:1/scan/#/nfc\n",
    stderr: notRunningNote,
  };
  const printAddress = () => runScanhook(["open", "nfc", "--print", "--data", data], { env });
  expect(await printAddress()).toEqual(fromSettings);
  const otherProgram = createServer((_request, response) => response.end('{"hello":true}'));
  await new Promise<void>((resolve) => otherProgram.listen(port, resolve));
  expect(await printAddress()).toEqual(fromSettings);
  await new Promise((resolve) => otherProgram.close(resolve));
});
