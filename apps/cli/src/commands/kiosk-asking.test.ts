import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { main } from "../main.ts";
import { askedUser, useAskingHub } from "../testing/asking-hub.ts";
import { runScanhookProcess } from "../testing/command-line.ts";
import { canSimulateSerialScanner, startSerialScanner } from "../testing/serial-scanner.ts";

const { url, statusOf } = useAskingHub();

const env = {
  SCANHOOK_USER: askedUser.user,
  SCANHOOK_PASSWORD: askedUser.password,
  TERM: "dumb",
  PATH: process.env.PATH,
  HOME: process.env.HOME,
};
const readStdin = ["kiosk", "--no-tags", "--stdin"];

/** Starts a kiosk with a terminal, which reads what is typed there unless it has other sources. */
function startOnTerminal(inbox: string, sources = ["--stdin"]) {
  const stop = new AbortController();
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  let screen = "";
  const stdout = {
    isTTY: true,
    write(text: string) {
      screen += text;
    },
  };
  const io = { stdin, stdout, stderr: stdout, env, signal: stop.signal };
  const exit = main(["kiosk", "--no-tags", ...sources, "--no-beep", "--to", url(inbox)], io);
  return {
    exit,
    stop: () => stop.abort(),
    type: (line: string) => void stdin.write(`${line}\n`),
    end: () => void stdin.end(),
    /** Resolves when the screen shows a text, and forgets what it showed before and with it. */
    async see(text: string) {
      await expect.poll(() => screen).toContain(text);
      const at = screen.indexOf(text);
      const before = screen.slice(0, at);
      screen = screen.slice(at + text.length);
      return before;
    },
    /** Returns what the screen has shown since. */
    rest: () => screen,
  };
}

test("a kiosk with a terminal asks, refuses what is no answer, and goes on with the next scan", async () => {
  const kiosk = startOnTerminal("round");
  kiosk.type("E-1");
  expect(await kiosk.see("Needle in the green? (pass, fail or na): ")).toMatch(
    /stdin {2}E-1 {2}CHECK: ASK\. Extinguisher 1: answer 3 questions\. \(\d+ ms\)\n$/,
  );
  // The code of another thing is no answer.
  kiosk.type("E-2");
  await kiosk.see("is pass, fail or na.\n");
  kiosk.type("p");
  await kiosk.see("Pressure (");
  kiosk.type("");
  await kiosk.see("Seal (1 intact, 2 broken; may be left out): ");
  kiosk.type("");
  await kiosk.see("E-1  PASSED: YES. Extinguisher 1 has passed");
  kiosk.type("E-2");
  await kiosk.see("(pass, fail or na): ");
  kiosk.type("f");
  await kiosk.see("Pressure (");
  kiosk.type("12");
  await kiosk.see("Seal (");
  kiosk.type("2");
  await kiosk.see("E-2  FAILED: LOOK. ");
  kiosk.end();
  expect(await kiosk.exit).toBe(0);
  expect([await statusOf("fire", "E-1"), await statusOf("fire", "E-2")]).toEqual([
    "passed",
    "failed",
  ]);
});

test("a kiosk asks about scans one after another, and says which are not answered", async () => {
  const kiosk = startOnTerminal("round");
  kiosk.type("E-3\nE-4");
  await kiosk.see("(pass, fail or na): ");
  kiosk.end();
  expect(await kiosk.exit).toBe(1);
  expect(kiosk.rest()).toMatch(/NOT ANSWERED: Nobody answered; scan it again\./);
  expect([await statusOf("fire", "E-3"), await statusOf("fire", "E-4")]).toEqual(["", ""]);
});

test.skipIf(!canSimulateSerialScanner())(
  "a scan of another reader waits until the questions are answered, and is not lost",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "scanhook-kiosk-asking-"));
    const port = join(folder, "scanner");
    const scanner = await startSerialScanner(port);
    const kiosk = startOnTerminal("round", ["--serial", port]);
    await kiosk.see("ready");
    scanner.scan("E-6\r");
    await kiosk.see("(pass, fail or na): ");
    scanner.scan("E-7\r");
    await kiosk.see("E-7  waits until the questions are answered\n");
    await kiosk.see("Needle in the green? (pass, fail or na): ");
    kiosk.type("p");
    await kiosk.see("Pressure (");
    kiosk.type("");
    await kiosk.see("Seal (");
    kiosk.type("");
    await kiosk.see("E-6  PASSED: ");
    await kiosk.see("E-7  CHECK: ");
    await kiosk.see("(pass, fail or na): ");
    kiosk.stop();
    expect(await kiosk.exit).toBe(0);
    expect([await statusOf("fire", "E-6"), await statusOf("fire", "E-7")]).toEqual(["passed", ""]);
    scanner.unplug();
    await rm(folder, { recursive: true });
  },
);

test("a kiosk without a terminal tells the questions in its line, and --json has them", async () => {
  const run = await runScanhookProcess([...readStdin, "--to", url("round")], {
    ...{ input: "E-5\n", env },
  });
  expect(run.stdout).toMatch(
    /E-5 {2}CHECK: ASK\. .* ms\) It asks: Needle in the green\? \(pass, fail or na\); Pressure \(a number of bar, good: 12 to 15; may be left out\); Seal/,
  );
  expect(run.code).toBe(0);
  const json = await runScanhookProcess([...readStdin, "--json", "--to", url("round")], {
    ...{ input: "E-5\n", env },
  });
  expect(JSON.parse(json.stdout.split("\n")[0]!)).toMatchObject({
    outcome: { verdict: { result: "ask", ask: { questions: [{ key: "gauge" }, {}, {}] } } },
  });
});
