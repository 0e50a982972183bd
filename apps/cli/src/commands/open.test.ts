import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openInBrowser } from "../hub-access/open-in-browser.ts";
import { scanhookHere } from "../tests/command-line.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanhook-open-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  scanhookHere(["open", ...args], { env });

/** A starter of browsers that writes down what it is given. */
async function fakeStarter(name: string, code = 0): Promise<NodeJS.ProcessEnv> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/opened'\nexit ${code}\n`);
  await chmod(path, 0o755);
  return { PATH: `${folder}:/bin:/usr/bin`, DISPLAY: ":0" };
}
const opened = () => readFile(join(folder, "opened"), "utf8");

test("a screen is opened in the browser, and its address is printed", async () => {
  const env = await fakeStarter("xdg-open");
  expect(await openInBrowser("http://localhost:8080/scan/#/scan-nfc", env, "linux")).toBe(true);
  expect(await opened()).toBe("http://localhost:8080/scan/#/scan-nfc\n");
  await fakeStarter("open");
  expect(await openInBrowser("http://localhost:8080/scan/#/nfc", env, "darwin")).toBe(true);
  expect(await opened()).toBe("http://localhost:8080/scan/#/nfc\n");
  await fakeStarter("rundll32");
  expect(await openInBrowser("http://localhost:8080/?a=1&b=%20", env, "win32")).toBe(true);
  expect(await opened()).toBe("url.dll,FileProtocolHandler\nhttp://localhost:8080/?a=1&b=%20\n");
});

test("where there is no browser, the address is printed to be opened elsewhere", async () => {
  const address = "http://localhost:8080/scan/#/scan-code\n";
  const screenless = await open(["scan-code", "--hub", "http://localhost:8080"], { PATH: folder });
  expect(screenless).toMatchObject({ code: 1, stdout: address });
  expect(screenless.stderr).toBe("No browser could be started here; open this address in one.\n");
  const env = await fakeStarter("xdg-open", 3);
  expect(await openInBrowser(address, env, "linux")).toBe(false);
  expect(await openInBrowser(address, { PATH: "/nowhere", DISPLAY: ":0" }, "linux")).toBe(false);
});

test("the address is made of the hub's settings, or of --hub", async () => {
  const print = async (...args: string[]) => (await open([...args, "--print"])).stdout.trim();
  expect(await print("nfc")).toBe("http://localhost:8080/scan/#/nfc");
  expect(await print("3d", "--hub", "https://hub.example:8443")).toBe(
    "https://hub.example:8443/scan/#/3d",
  );
  const own = await open(["qr", "--print"], { SCANHOOK_HTTP_PORT: "9000", SCANHOOK_TOKEN: "x" });
  expect(own.stdout).toBe("http://localhost:9000/scan/#/qr\n");
  expect(await print("write-nfc", "--text", "a b&c\n☕")).toBe(
    "http://localhost:8080/scan/#/write-nfc?text=a%20b%26c%0A%E2%98%95",
  );
  expect(await print("write-nfc", "--url", "https://example.com/?a=1")).toBe(
    "http://localhost:8080/scan/#/write-nfc?url=https%3A%2F%2Fexample.com%2F%3Fa%3D1",
  );
});

test.each([
  [[], "SCREEN is missing."],
  [["scan-cod"], 'There is no screen "scan-cod"; did you mean scan-code?'],
  [["constructor"], 'There is no screen "constructor".'],
  [["nfc", "--text", "x"], "--text goes with write-nfc."],
  [["write-nfc", "--text", "x", "--url", "y"], "Give --url or --text, not both."],
  [["nfc", "--hub", "x"], "--hub: a hub's address begins with"],
  [["nfc", "--hub", "http://localhost:1", "--data", "x"], "Give --hub or --data, not both."],
])("open %j is wrong use", async (args, reason) => {
  const run = await open(args);
  expect(run).toMatchObject({ code: 2, stdout: "" });
  expect(run.stderr).toContain(reason);
});
