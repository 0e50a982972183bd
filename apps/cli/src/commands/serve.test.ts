import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listen } from "../testing/receivers.ts";
import { ended, printed } from "../tests/child.ts";
import { scanhook, startScanhook } from "../tests/command-line.ts";

let data: string;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "scanhook-serve-"));
});
afterEach(() => rm(data, { recursive: true, force: true }));

const anywhere = ["--host", "127.0.0.1", "--http-port", "0", "--https-port", "0"];

test("the start screen names the dashboard, the first log-in, a link that pairs and the data; the ready line every address", async () => {
  const hub = startScanhook(["serve", "--data", data, ...anywhere]);
  try {
    const screen = await printed(hub, /^ready .*\n/m);
    expect(screen).toMatch(/Dashboard +http:\/\/localhost:\d+\/\n/);
    expect(screen).toMatch(/First log-in +http:\/\/localhost:\d+\/#\/login\?code=\S+ /);
    expect(screen).toMatch(/Only this machine .* Open this here .*\n {2}http:\S+#\/pair\?code=/);
    expect(screen).not.toContain("phone");
    expect(screen).toContain(data);
    expect(screen).not.toContain("\u001b");
    const ready = screen.match(/^ready .*$/gm) ?? [];
    expect(ready).toHaveLength(1);
    const [http = "", https = "", ...more] = ready[0]?.split(" ").slice(1) ?? [];
    expect(http).toMatch(/^http:\/\/localhost:\d+\/$/);
    expect(https).toMatch(/^https:\/\/localhost:\d+\/$/);
    expect(more).toEqual([]);
    expect((await fetch(`${http}healthz`)).status).toBe(200);
  } finally {
    hub.kill("SIGTERM");
  }
  expect(await ended(hub)).toBe(0);
});

test("a hub that others reach names the link for a phone", async () => {
  const hub = startScanhook([
    ...["serve", "--data", data, ...anywhere, "--tls", "off"],
    ...["--public-url", "https://scans.example.org"],
  ]);
  try {
    expect(await printed(hub, /^ready .*\n/m)).toMatch(
      /Open this on a phone .*\n {2}https:\/\/scans\.example\.org\/scan\/#\/pair\?code=/,
    );
  } finally {
    hub.kill("SIGTERM");
  }
  expect(await ended(hub)).toBe(0);
});

test("SIGTERM and Ctrl+C stop it cleanly, also when an older Node handed over", async () => {
  const older =
    "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.19.0'})";
  const start = ["serve", "--data", data, ...anywhere, "--tls", "off"];
  const direct = startScanhook(start);
  await printed(direct, /^ready /m);
  direct.kill("SIGINT");
  expect(await ended(direct)).toBe(0);
  const through = startScanhook(start, { nodeOptions: ["--import", older] });
  const screen = await printed(through, /^ready .*\n/m);
  through.kill("SIGTERM");
  expect(await ended(through)).toBe(0);
  const address = /^ready (\S+)/m.exec(screen)?.[1] ?? "";
  await expect(fetch(address)).rejects.toThrow();
});

test("a Ctrl+C that npm hands on as well counts once, a second one later ends at once", async () => {
  const start = ["serve", "--data", data, ...anywhere, "--tls", "off"];
  const twice = startScanhook(start);
  await printed(twice, /^ready /m);
  twice.kill("SIGINT");
  twice.kill("SIGINT");
  expect(await ended(twice)).toBe(0);

  const held = startScanhook(start);
  const screen = await printed(held, /^ready .*\n/m);
  const port = Number(/^ready http:\/\/localhost:(\d+)/m.exec(screen)?.[1]);
  const unfinished = connect(port, "127.0.0.1");
  unfinished.on("error", () => undefined);
  const head = ["POST /scan/pair HTTP/1.1", "Host: localhost", "Content-Type: application/json"];
  unfinished.write(`${head.join("\r\n")}\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n`);
  // The hub has said that it waits for the rest.
  await once(unfinished, "data");
  held.kill("SIGINT");
  // Later than the handed-on one could be.
  await once(held.stderr as NodeJS.ReadableStream, "data");
  await setTimeout(350);
  held.kill("SIGINT");
  expect(await ended(held)).toBe(130);
});

test("a port in use is a sentence with the port and the flag, exit code 1", async () => {
  const other = createServer();
  const port = await listen(other);
  const run = await scanhook([
    "serve",
    "--data",
    data,
    ...anywhere.slice(0, 2),
    "--http-port",
    `${port}`,
  ]);
  other.close();
  expect(run).toMatchObject({ code: 1, stdout: "" });
  expect(run.stderr).toMatch(new RegExp(`^Port ${port} is taken .*--http-port.*\n$`));
});

test("who starts a hub twice is told where it runs already", async () => {
  const start = ["serve", "--data", data, "--host", "127.0.0.1", "--tls", "off", "--http-port"];
  const hub = startScanhook([...start, "0"]);
  try {
    const [, address = ""] = /^ready (\S+)/m.exec(await printed(hub, /^ready .*\n/m)) ?? [];
    const again = await scanhook([...start, new URL(address).port]);
    expect(again).toMatchObject({ code: 1, stdout: "" });
    expect(again.stderr).toMatch(
      /^Port \d+ is taken .* A hub with this data folder runs already: /,
    );
    expect(again.stderr).toContain(`${address}\n`);
  } finally {
    hub.kill("SIGTERM");
  }
  expect(await ended(hub)).toBe(0);
});

test("certificates that cannot be used are a sentence with what to do, exit code 1", async () => {
  const key = join(data, "tls", "ca-key.pem");
  const start = ["serve", "--data", data, ...anywhere];
  await mkdir(dirname(key));
  await writeFile(key, "scrambled");
  const damaged = await scanhook(start);
  expect(damaged).toMatchObject({ code: 1, stdout: "" });
  expect(damaged.stderr).toMatch(/^The hub's CA in \S+ca-key\.pem is damaged: .* or delete .*\n$/);
  await rm(key);
  await mkdir(key);
  const unreadable = await scanhook(start);
  expect(unreadable).toMatchObject({ code: 1, stdout: "" });
  expect(unreadable.stderr).toMatch(/^The certificates in \S+tls cannot .* --data\.\n$/);
});

test("a setting that does not exist is wrong use, and SCANHOOK_PASSWORD is none", async () => {
  const wrong = await scanhook(["serve", "--htp-port", "1"], { env: { SCANHOOK_PASSWORD: "x" } });
  expect(wrong).toMatchObject({ code: 2, stdout: "" });
  expect(wrong.stderr).toMatch(/^There is no --htp-port; .*--http-port\.\n\nUsage: scanhook serve/);
  const variable = await scanhook(["serve"], { env: { SCANHOOK_DATTA: data } });
  expect(variable).toMatchObject({ code: 2, stderr: expect.stringContaining("SCANHOOK_DATA") });
});
