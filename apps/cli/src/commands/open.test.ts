import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openInBrowser } from "../hub-access/open-in-browser.ts";
import { runScanhook } from "../testing/command-line.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanhook-open-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const runOpen = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  runScanhook(["open", ...args], { env });

/**
 * Creates a program `name` that records its arguments and exits with `code` instead of starting a
 * browser. Returns the environment that finds this program first.
 */
async function installFakeStarter(name: string, code = 0): Promise<NodeJS.ProcessEnv> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/opened'\nexit ${code}\n`);
  await chmod(path, 0o755);
  return { PATH: `${folder}:/bin:/usr/bin`, DISPLAY: ":0" };
}
const readRecordedArguments = () => readFile(join(folder, "opened"), "utf8");

test("openInBrowser opens an address with the program of each operating system", async () => {
  const env = await installFakeStarter("xdg-open");
  expect(await openInBrowser("http://localhost:8080/scan/#/scan-nfc", env, "linux")).toBe(true);
  expect(await readRecordedArguments()).toBe("http://localhost:8080/scan/#/scan-nfc\n");
  await installFakeStarter("open");
  expect(await openInBrowser("http://localhost:8080/scan/#/nfc", env, "darwin")).toBe(true);
  expect(await readRecordedArguments()).toBe("http://localhost:8080/scan/#/nfc\n");
  await installFakeStarter("rundll32");
  expect(await openInBrowser("http://localhost:8080/?a=1&b=%20", env, "win32")).toBe(true);
  expect(await readRecordedArguments()).toBe(
    "url.dll,FileProtocolHandler\nhttp://localhost:8080/?a=1&b=%20\n",
  );
});

test("open prints the address and exits with 1 when no browser can be started", async () => {
  const address = "http://localhost:8080/scan/#/scan-code\n";
  const withoutBrowser = await runOpen(["scan-code", "--hub", "http://localhost:8080"], {
    PATH: folder,
  });
  expect(withoutBrowser).toMatchObject({ code: 1, stdout: address });
  expect(withoutBrowser.stderr).toBe(
    "No browser could be started; open this address in a browser.\n",
  );
  const env = await installFakeStarter("xdg-open", 3);
  expect(await openInBrowser(address, env, "linux")).toBe(false);
  expect(await openInBrowser(address, { PATH: "/nowhere", DISPLAY: ":0" }, "linux")).toBe(false);
});

test("open --print prints an address from the hub's settings or from --hub, with the text or link to write", async () => {
  const printAddress = async (...args: string[]) =>
    (await runOpen([...args, "--print"])).stdout.trim();
  expect(await printAddress("nfc")).toBe("http://localhost:8080/scan/#/nfc");
  expect(await printAddress("3d", "--hub", "https://hub.example:8443")).toBe(
    "https://hub.example:8443/scan/#/3d",
  );
  const withOwnPort = await runOpen(["qr", "--print"], {
    SCANHOOK_HTTP_PORT: "9000",
    SCANHOOK_TOKEN: "x",
  });
  expect(withOwnPort.stdout).toBe("http://localhost:9000/scan/#/qr\n");
  expect(await printAddress("write-nfc", "--text", "a b&c\n☕")).toBe(
    "http://localhost:8080/scan/#/write-nfc?text=a%20b%26c%0A%E2%98%95",
  );
  expect(await printAddress("write-nfc", "--url", "https://example.com/?a=1")).toBe(
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
  const run = await runOpen(args);
  expect(run).toMatchObject({ code: 2, stdout: "" });
  expect(run.stderr).toContain(reason);
});
