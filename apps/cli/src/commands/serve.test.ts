import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
// Without built pages, `serve` prints that they are missing. `npm test` builds them for tests that
// import this.
import "../../../../scripts/build.ts";
import { waitForExit, waitForOutput } from "../testing/child.ts";
import { runScanhookProcess, spawnScanhook } from "../testing/command-line.ts";
import { listenOnFreePort } from "../testing/receivers.ts";

let data: string;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "scanhook-serve-"));
});
afterEach(() => rm(data, { recursive: true, force: true }));

/** Port 0 lets the system choose a free port. */
const onFreePorts = ["--host", "127.0.0.1", "--http-port", "0", "--https-port", "0"];

test("serve prints the dashboard, the first log-in, a pairing link and the data folder, and every address in the ready line", async () => {
  const hub = spawnScanhook(["serve", "--data", data, ...onFreePorts]);
  try {
    const output = await waitForOutput(hub, /^ready .*\n/m);
    expect(output).toMatch(/Dashboard +http:\/\/localhost:\d+\/\n/);
    expect(output).toMatch(/First log-in +http:\/\/localhost:\d+\/#\/login\?code=\S+ /);
    expect(output).toMatch(
      /Only this machine .* Open this link here .*\n {2}http:\S+#\/pair\?code=/,
    );
    expect(output).not.toContain("phone");
    expect(output).toContain(data);
    expect(output).not.toContain("\u001b");
    const readyLines = output.match(/^ready .*$/gm) ?? [];
    expect(readyLines).toHaveLength(1);
    const [http = "", https = "", ...otherUrls] = readyLines[0]?.split(" ").slice(1) ?? [];
    expect(http).toMatch(/^http:\/\/localhost:\d+\/$/);
    expect(https).toMatch(/^https:\/\/localhost:\d+\/$/);
    expect(otherUrls).toEqual([]);
    expect((await fetch(`${http}healthz`)).status).toBe(200);
  } finally {
    hub.kill("SIGTERM");
  }
  expect(await waitForExit(hub)).toBe(0);
});

const onLinux = process.platform === "linux";
if (!onLinux) console.log("Skipped, not on Linux: a hub on another loopback address.");
test.skipIf(!onLinux)("serve prints a loopback address that answers", async () => {
  const args = ["serve", "--data", data, "--http-port", "0", "--https-port", "0"];
  const hub = spawnScanhook([...args, "--host", "127.0.0.2"]);
  try {
    const output = await waitForOutput(hub, /^ready .*\n/m);
    expect(output).not.toContain("localhost");
    const [http = "", https = ""] = /^ready (.*)$/m.exec(output)?.[1]?.split(" ") ?? [];
    expect((await fetch(`${http}healthz`)).status).toBe(200);
    expect(https).toMatch(/^https:\/\/127\.0\.0\.2:\d+\/$/);
  } finally {
    hub.kill("SIGTERM");
  }
  expect(await waitForExit(hub)).toBe(0);
});

test("serve prints the pairing link for a phone when other devices can reach the hub", async () => {
  const hub = spawnScanhook([
    ...["serve", "--data", data, ...onFreePorts, "--tls", "off"],
    ...["--public-url", "https://scans.example.org"],
  ]);
  try {
    expect(await waitForOutput(hub, /^ready .*\n/m)).toMatch(
      /Open this on a phone .*\n {2}https:\/\/scans\.example\.org\/scan\/#\/pair\?code=/,
    );
  } finally {
    hub.kill("SIGTERM");
  }
  expect(await waitForExit(hub)).toBe(0);
});

test("SIGTERM and SIGINT stop the hub with exit code 0, even if an older Node started it", async () => {
  const pretendOlderNode =
    "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.19.0'})";
  const args = ["serve", "--data", data, ...onFreePorts, "--tls", "off"];
  const onThisNode = spawnScanhook(args);
  await waitForOutput(onThisNode, /^ready /m);
  onThisNode.kill("SIGINT");
  expect(await waitForExit(onThisNode)).toBe(0);
  const onOlderNode = spawnScanhook(args, { nodeOptions: ["--import", pretendOlderNode] });
  const output = await waitForOutput(onOlderNode, /^ready .*\n/m);
  onOlderNode.kill("SIGTERM");
  expect(await waitForExit(onOlderNode)).toBe(0);
  const address = /^ready (\S+)/m.exec(output)?.[1] ?? "";
  await expect(fetch(address)).rejects.toThrow();
});

test("two SIGINT in quick succession, as npm forwards them, count as one, and a later SIGINT stops the hub immediately", async () => {
  const args = ["serve", "--data", data, ...onFreePorts, "--tls", "off"];
  const signalledTwice = spawnScanhook(args);
  await waitForOutput(signalledTwice, /^ready /m);
  signalledTwice.kill("SIGINT");
  signalledTwice.kill("SIGINT");
  expect(await waitForExit(signalledTwice)).toBe(0);

  const busyHub = spawnScanhook(args);
  const output = await waitForOutput(busyHub, /^ready .*\n/m);
  const port = Number(/^ready http:\/\/localhost:(\d+)/m.exec(output)?.[1]);
  const unfinished = connect(port, "127.0.0.1");
  unfinished.on("error", () => undefined);
  const requestHead = [
    "POST /scan/pair HTTP/1.1",
    "Host: localhost",
    "Content-Type: application/json",
  ];
  unfinished.write(
    `${requestHead.join("\r\n")}\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n`,
  );
  // The hub asks for the body with 100 Continue, so the request is open.
  await once(unfinished, "data");
  busyHub.kill("SIGINT");
  // The hub reports that it waits for the open request.
  await once(busyHub.stderr as NodeJS.ReadableStream, "data");
  // A SIGINT that npm forwards arrives sooner than this.
  await setTimeout(350);
  busyHub.kill("SIGINT");
  expect(await waitForExit(busyHub)).toBe(130);
});

test("serve reports a port in use with the port and its option, and exits with 1", async () => {
  const otherServer = createServer();
  const port = await listenOnFreePort(otherServer);
  const run = await runScanhookProcess([
    "serve",
    "--data",
    data,
    "--host",
    "127.0.0.1",
    "--http-port",
    `${port}`,
  ]);
  otherServer.close();
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toMatch(new RegExp(`^Port ${port} is taken .*--http-port.*\n$`));
});

test("serve with the data folder and port of a running hub exits with 1 and reports the address of that hub", async () => {
  const args = ["serve", "--data", data, "--host", "127.0.0.1", "--tls", "off", "--http-port"];
  const hub = spawnScanhook([...args, "0"]);
  try {
    const [, address = ""] = /^ready (\S+)/m.exec(await waitForOutput(hub, /^ready .*\n/m)) ?? [];
    const second = await runScanhookProcess([...args, new URL(address).port]);
    expect(second).toMatchObject({ code: 1, stdout: "" });
    expect(second.stderr).toBe(
      `Another hub is running with the data folder ${data} at ${address.replace(/\/$/, "")}. Stop it, or choose another folder with --data.\n`,
    );
  } finally {
    hub.kill("SIGTERM");
  }
  expect(await waitForExit(hub)).toBe(0);
});

test("serve reports a damaged or unreadable CA key with advice and exits with 1", async () => {
  const key = join(data, "tls", "ca-key.pem");
  const args = ["serve", "--data", data, ...onFreePorts];
  await mkdir(dirname(key));
  await writeFile(key, "scrambled");
  const damaged = await runScanhookProcess(args);
  expect(damaged).toMatchObject({ code: 1, stdout: "" });
  expect(damaged.stderr).toMatch(/^The hub's CA in \S+ca-key\.pem is damaged: .* or delete .*\n$/);
  await rm(key);
  await mkdir(key);
  const unreadable = await runScanhookProcess(args);
  expect(unreadable).toMatchObject({ code: 1, stdout: "" });
  expect(unreadable.stderr).toMatch(/^The certificates in \S+tls cannot .* --data\.\n$/);
});

test("an unknown setting is wrong use, and serve ignores SCANHOOK_PASSWORD, which belongs to other commands", async () => {
  const unknownOption = await runScanhookProcess(["serve", "--htp-port", "1"], {
    env: { SCANHOOK_PASSWORD: "x" },
  });
  expect(unknownOption).toMatchObject({ code: 2, stdout: "" });
  expect(unknownOption.stderr).toMatch(
    /^There is no --htp-port; .*--http-port\.\n\nUsage: scanhook serve/,
  );
  const unknownVariable = await runScanhookProcess(["serve"], { env: { SCANHOOK_DATTA: data } });
  expect(unknownVariable).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("SCANHOOK_DATA"),
  });
});
