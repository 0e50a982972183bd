import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { codeScan, printScan, type Receiver, send } from "@scanhook/webhook";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Stands for the Workers runtime: an account's bindings, with a KV namespace in a file. */
const workerRuntime = `
import { appendFile } from "node:fs/promises";
import { createServer } from "node:http";
import { toNodeListener } from ${JSON.stringify(import.meta.resolve("@scanhook/webhook/node"))};
import worker from ${JSON.stringify(new URL("worker/receiver.js", import.meta.url))};
const SCANS = { put: (_key, body) => appendFile("scans.jsonl", JSON.stringify(JSON.parse(body)) + "\\n") };
const listener = toNodeListener((request) => worker.fetch(request, { ...process.env, SCANS }));
const server = createServer(listener).listen(0, () => console.log("http://localhost:" + server.address().port));
`;

const examples = [
  { file: "node/receiver.mjs", command: process.execPath, args: [path("node/receiver.mjs")] },
  { file: "express/receiver.mjs", command: process.execPath, args: [path("express/receiver.mjs")] },
  { file: "hono/receiver.ts", command: process.execPath, args: [path("hono/receiver.ts")] },
  {
    file: "worker/receiver.js",
    command: process.execPath,
    args: ["--input-type=module", "--eval", workerRuntime],
  },
  { file: "python/receiver.py", command: "python3", args: [path("python/receiver.py")] },
];
const user = "desk";
const password = "grün: 7";
const hasCurl = isInstalled("curl");
if (!hasCurl) console.warn("The examples are not driven with curl: it is not installed.");

for (const { file, command, args } of examples) {
  const isThere = isInstalled(command);
  if (!isThere) console.warn(`examples/${file} is not run: ${command} is not installed.`);
  describe.skipIf(!isThere)(file, () => {
    let dir: string;
    let child: ChildProcess;
    let output: Interface;
    let receiver: Required<Receiver>;

    beforeAll(async () => {
      dir = mkdtempSync(join(tmpdir(), "scanhook-example-"));
      child = spawn(command, args, {
        cwd: dir,
        env: { ...process.env, PORT: "0", RECEIVER_USER: user, RECEIVER_PASSWORD: password },
        stdio: ["ignore", "pipe", "ignore"],
      });
      output = createInterface(child.stdout!);
      const url = (await nextLine()).match(/http:\S+/)![0];
      receiver = { url, user, password };
    });

    afterAll(async () => {
      child.kill();
      await once(child, "exit");
      rmSync(dir, { recursive: true });
    });

    test("asks our sender for credentials, then keeps and prints the scan", async () => {
      const scan = codeScan({ content: "Grüße 42 ✓" });
      const steps: string[] = [];
      const line = nextLine();
      const outcome = await send(scan, receiver, { onStep: ({ step }) => void steps.push(step) });
      expect(outcome).toEqual({ kind: "accepted", status: 204 });
      expect(steps).toEqual(["request", "challenge", "retry", "answer"]);
      expect(await line).toContain(`${scan.date} ${scan.content}`);
      expect(kept()).toContainEqual(scan);
    });

    test("refuses missing and wrong credentials and keeps nothing of them", async () => {
      const before = kept();
      const logins = [{}, { user, password: "wrong" }, { user: "nobody", password }];
      for (const login of logins) {
        const outcome = await send(codeScan({ content: "no" }), { url: receiver.url, ...login });
        expect(outcome).toMatchObject({ kind: "refused", status: 401 });
      }
      expect(kept()).toEqual(before);
    });

    test("refuses what is not a scan and keeps nothing of it", async () => {
      const before = kept();
      for (const body of ["{", "[]", "null", '{"identifier":"a","date":7,"content":"c"}', "{}"]) {
        const outcome = await send(body, receiver);
        expect([body, outcome]).toMatchObject([body, { kind: "refused" }]);
        expect(outcome).not.toMatchObject({ status: 401 });
      }
      expect(kept()).toEqual(before);
    });

    test("lets a page on another origin send and read the challenge", async () => {
      const origin = { origin: "https://scanner.example" };
      const preflight = await fetch(receiver.url, { method: "OPTIONS", headers: origin });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
      const allowed = preflight.headers.get("access-control-allow-headers")?.split(/, */) ?? [];
      expect(allowed.sort()).toEqual(["authorization", "content-type"]);
      const challenge = await fetch(receiver.url, { method: "POST", headers: origin, body: "{}" });
      expect(challenge.status).toBe(401);
      expect(challenge.headers.get("www-authenticate")).toMatch(/^Basic realm="/);
      expect(challenge.headers.get("access-control-allow-origin")).toBe("*");
      expect(challenge.headers.get("access-control-expose-headers")).toMatch(/WWW-Authenticate/);
    });

    test.skipIf(!hasCurl)("takes a scan from curl -u, and only with the password", async () => {
      const scan = codeScan({ content: "from curl" });
      const line = nextLine();
      expect(await curl(printScan(scan), `${user}:${password}`)).toBe("204");
      expect(await line).toContain("from curl");
      const before = kept();
      expect(before).toContainEqual(scan);
      expect(await curl(printScan(scan), `${user}:wrong`)).toBe("401");
      expect(await curl(printScan(scan))).toBe("401");
      expect(kept()).toEqual(before);
    });

    async function nextLine(): Promise<string> {
      const [line] = await once(output, "line");
      return String(line);
    }

    function kept(): unknown[] {
      const scans = join(dir, "scans.jsonl");
      if (!existsSync(scans)) return [];
      const lines = readFileSync(scans, "utf8").split("\n").filter(Boolean);
      return lines.map((line) => JSON.parse(line) as unknown);
    }

    /** The status curl got. */
    async function curl(body: string, login?: string): Promise<string> {
      const options = ["--silent", "--output", "-", "--write-out", "\n%{http_code}"];
      const credentials = login === undefined ? [] : ["-u", login];
      const content = ["-H", "Content-Type: application/json", "--data-binary", body];
      const { stdout } = await run("curl", [...options, ...credentials, ...content, receiver.url]);
      return stdout.split("\n").at(-1) ?? "";
    }
  });
}

test("every example has at most 30 lines of code and is named in the README", () => {
  const readme = readFileSync(path("README.md"), "utf8");
  const files = globSync("*/*", { cwd: path(".") });
  expect(files.sort()).toEqual(examples.map(({ file }) => file).sort());
  for (const file of files) {
    const lines = readFileSync(path(file), "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "");
    expect([file, lines.length <= 30]).toEqual([file, true]);
    expect(readme).toContain(`\`${file.split("/")[0]}/\``);
  }
});

const run = promisify(execFile);

function isInstalled(command: string): boolean {
  return spawnSync(command, ["--version"]).status === 0;
}
