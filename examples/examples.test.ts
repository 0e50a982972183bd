import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { codeScan, type Receiver, send, serializeScan } from "@scanhook/webhook";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../scripts/testing/free-port.ts";
import { isListening } from "../scripts/testing/listens.ts";

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Imitates the Workers runtime: the bindings of an account, with a KV namespace that is a file. */
const workerRuntime = `
import { appendFile } from "node:fs/promises";
import { createServer } from "node:http";
import { toNodeListener } from ${JSON.stringify(import.meta.resolve("@scanhook/webhook/node"))};
import worker from ${JSON.stringify(new URL("worker/receiver.js", import.meta.url))};
const SCANS = { put: (_key, body) => appendFile("scans.jsonl", JSON.stringify(JSON.parse(body)) + "\\n") };
const listener = toNodeListener((request) => worker.fetch(request, { ...process.env, SCANS }));
createServer(listener).listen(process.env.PORT, () => console.log("http://localhost:" + process.env.PORT + "/"));
`;

type Example = {
  file: string;
  /** The programs that have to be installed to run it. */
  tools: string[];
  /** The command that builds it in the folder in which it will run. */
  build?: (dir: string) => string[];
  run: (dir: string, port: string) => string[];
  /** False when the program does not print its address: the server of PHP runs the file. */
  announces?: false;
};

const node = (...args: string[]) => ({
  tools: [process.execPath],
  run: () => [process.execPath, ...args],
});
/** Without the .NET SDK, Mono compiles and runs the same file. */
const csharp: Pick<Example, "tools" | "build" | "run"> = hasDotnet()
  ? {
      tools: ["dotnet"],
      build: (dir) => ["dotnet", "build", path("csharp/receiver.cs"), "--output", dir],
      run: (dir) => ["dotnet", join(dir, "receiver.dll")],
    }
  : {
      tools: ["mcs", "mono"],
      build: (dir) => [
        "mcs",
        `-out:${join(dir, "receiver.exe")}`,
        ...["System.Runtime.Serialization", "System.Xml", "System.Xml.Linq"].map(
          (name) => `-r:${name}`,
        ),
        path("csharp/receiver.cs"),
      ],
      run: (dir) => ["mono", join(dir, "receiver.exe")],
    };

const examples: Example[] = [
  { file: "node/receiver.mjs", ...node(path("node/receiver.mjs")) },
  { file: "express/receiver.mjs", ...node(path("express/receiver.mjs")) },
  { file: "hono/receiver.mts", ...node(path("hono/receiver.mts")) },
  { file: "worker/receiver.js", ...node("--input-type=module", "--eval", workerRuntime) },
  {
    file: "python/receiver.py",
    tools: ["python3"],
    run: () => ["python3", path("python/receiver.py")],
  },
  {
    file: "go/receiver.go",
    tools: ["go"],
    build: (dir) => ["go", "build", "-o", join(dir, "receiver"), path("go/receiver.go")],
    run: (dir) => [join(dir, "receiver")],
  },
  {
    file: "php/receiver.php",
    tools: ["php"],
    run: (dir, port) => [
      "php",
      "-S",
      `localhost:${port}`,
      "-t",
      join(dir, "public"),
      path("php/receiver.php"),
    ],
    announces: false,
  },
  { file: "csharp/receiver.cs", ...csharp },
];
const user = "desk";
const password = "grün: 7";
const hasCurl = isInstalled("curl");
if (!hasCurl)
  console.warn("Skipped: sending to the examples with curl, because it is not installed.");

for (const { file, tools, build, run, announces } of examples) {
  const missing = tools.filter((tool) => !isInstalled(tool));
  const isRunnable = missing.length === 0;
  if (!isRunnable)
    console.warn(`Skipped: examples/${file}, because ${missing.join(" and ")} is not installed.`);
  describe.skipIf(!isRunnable)(file, () => {
    let dir: string;
    let child: ChildProcess;
    let ended: Promise<unknown>;
    let output: Interface;
    let receiver: Required<Receiver>;

    beforeAll(async () => {
      dir = mkdtempSync(join(tmpdir(), "scanhook-example-"));
      mkdirSync(join(dir, "public"));
      if (build) await runToEnd(build(dir));
      const port = String(await freePort());
      const [command = "", ...args] = run(dir, port);
      child = spawn(command, args, {
        cwd: dir,
        env: { ...process.env, PORT: port, RECEIVER_USER: user, RECEIVER_PASSWORD: password },
        stdio: ["ignore", "pipe", "ignore"],
      });
      ended = once(child, "close");
      output = createInterface(child.stdout!);
      const url = `http://localhost:${port}/`;
      if (announces === false) await waitUntilListening(Number(port));
      else expect(await nextLine()).toContain(url);
      receiver = { url, user, password };
    });

    afterAll(async () => {
      child?.kill();
      await ended;
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
      expect(readKeptScans()).toContainEqual(scan);
    });

    test("refuses a scan with missing or wrong credentials and does not keep it", async () => {
      const scansBefore = readKeptScans();
      const wrongCredentials = [{}, { user, password: "wrong" }, { user: "nobody", password }];
      for (const credentials of wrongCredentials) {
        const outcome = await send(codeScan({ content: "no" }), {
          url: receiver.url,
          ...credentials,
        });
        expect(outcome).toMatchObject({ kind: "refused", status: 401 });
      }
      expect(readKeptScans()).toEqual(scansBefore);
    });

    test("refuses a body that is not a scan and does not keep it", async () => {
      const scansBefore = readKeptScans();
      for (const body of ["{", "[]", "null", '{"identifier":"a","date":7,"content":"c"}', "{}"]) {
        const outcome = await send(body, receiver);
        expect([body, outcome]).toMatchObject([body, { kind: "refused" }]);
        expect(outcome).not.toMatchObject({ status: 401 });
      }
      expect(readKeptScans()).toEqual(scansBefore);
    });

    test("lets a page on another origin send and read the challenge", async () => {
      const originHeader = { origin: "https://scanner.example" };
      const preflight = await fetch(receiver.url, { method: "OPTIONS", headers: originHeader });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
      const allowed = preflight.headers.get("access-control-allow-headers")?.split(/, */) ?? [];
      expect(allowed.sort()).toEqual(["authorization", "content-type"]);
      const challenge = await fetch(receiver.url, {
        method: "POST",
        headers: originHeader,
        body: "{}",
      });
      expect(challenge.status).toBe(401);
      expect(challenge.headers.get("www-authenticate")).toMatch(/^Basic realm="/);
      expect(challenge.headers.get("access-control-allow-origin")).toBe("*");
      expect(challenge.headers.get("access-control-expose-headers")).toMatch(/WWW-Authenticate/);
    });

    test.skipIf(!hasCurl)("accepts a scan from curl -u only with the right password", async () => {
      const scan = codeScan({ content: "from curl" });
      const line = nextLine();
      expect(await curl(serializeScan(scan), `${user}:${password}`)).toBe("204");
      expect(await line).toContain("from curl");
      const scansBefore = readKeptScans();
      expect(scansBefore).toContainEqual(scan);
      expect(await curl(serializeScan(scan), `${user}:wrong`)).toBe("401");
      expect(await curl(serializeScan(scan))).toBe("401");
      expect(readKeptScans()).toEqual(scansBefore);
    });

    /** Resolves with the next line of output. Call it before that line is printed. */
    async function nextLine(): Promise<string> {
      const [line = "The program has ended."] = await Promise.race([
        once(output, "line"),
        ended.then(() => []),
      ]);
      return String(line);
    }

    function readKeptScans(): unknown[] {
      const scans = join(dir, "scans.jsonl");
      if (!existsSync(scans)) return [];
      const lines = readFileSync(scans, "utf8").split("\n").filter(Boolean);
      return lines.map((line) => JSON.parse(line) as unknown);
    }

    /** Sends a body with curl and returns the status of the response. */
    async function curl(body: string, userAndPassword?: string): Promise<string> {
      const options = ["--silent", "--output", "-", "--write-out", "\n%{http_code}"];
      const credentials = userAndPassword === undefined ? [] : ["-u", userAndPassword];
      const content = ["-H", "Content-Type: application/json", "--data-binary", body];
      const output = await runToEnd(["curl", ...options, ...credentials, ...content, receiver.url]);
      return output.split("\n").at(-1) ?? "";
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
      .filter(
        (line) => /\w/.test(line) && !/^(import |from |using |package |\t"|\/\/ |# )/.test(line),
      );
    expect([file, lines.length <= 30]).toEqual([file, true]);
    expect(readme).toContain(`\`${file.split("/")[0]}/\``);
  }
});

/** Runs a program to its end and returns its output. Throws when it fails. */
async function runToEnd([command = "", ...args]: string[]): Promise<string> {
  return (await promisify(execFile)(command, args)).stdout;
}

async function waitUntilListening(port: number): Promise<void> {
  while (!(await isListening(port)));
}

function isInstalled(command: string): boolean {
  return spawnSync(command, [command === "go" ? "version" : "--version"]).status === 0;
}

/** .NET 10 is the first that runs a file without a project. */
function hasDotnet(): boolean {
  const { status, stdout } = spawnSync("dotnet", ["--version"], { encoding: "utf8" });
  return status === 0 && Number.parseInt(stdout, 10) >= 10;
}
