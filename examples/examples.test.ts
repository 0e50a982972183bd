import { execFile, spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { codeScan, type Receiver, send, serializeScan } from "@scanhook/webhook";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findExample } from "./testing/shown-examples.ts";
import {
  isInstalled,
  missingTools,
  type Platform,
  type RunningExample,
  startExample,
} from "./testing/start-example.ts";

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/**
 * Imitates the Workers runtime: the bindings of an account, with a KV namespace whose values are in
 * a file.
 */
const workerRuntime = `
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { toNodeListener } from "@scanhook/webhook/node";
import worker from "./receiver.mjs";
const values = new Map();
const SCANS = {
  async put(key, body) {
    if (Buffer.byteLength(key) > 512) throw new Error("Workers KV refuses longer keys.");
    values.set(key, JSON.stringify(JSON.parse(body)) + "\\n");
    await writeFile("scans.jsonl", [...values.values()].join(""));
  },
};
const listener = toNodeListener((request) => worker.fetch(request, { ...process.env, SCANS }));
createServer(listener).listen(process.env.PORT, () => console.log("http://localhost:" + process.env.PORT + "/"));
`;

/** wrangler bundles receiver.js as a module, whatever package.json says. */
const workerCommands = () => [
  findExample("worker/receiver.js").commands[0]!,
  `cp receiver.js receiver.mjs\ncat > runtime.mjs <<'END'${workerRuntime}END\nnode runtime.mjs`,
];

/** Without the .NET SDK, Mono compiles and runs the same file. */
const csharp: Platform = hasDotnet()
  ? { tools: ["dotnet"] }
  : {
      tools: ["mcs", "mono"],
      commands: [
        "mcs -r:System.Runtime.Serialization -r:System.Xml -r:System.Xml.Linq receiver.cs",
        "mono receiver.exe",
      ],
    };

const platforms: Record<string, Platform> = {
  "node/receiver.mjs": { tools: ["npm"] },
  "express/receiver.mjs": { tools: ["npm"] },
  "hono/receiver.mts": { tools: ["npm"] },
  "worker/receiver.js": { tools: ["npm"], commands: workerCommands() },
  "python/receiver.py": { tools: ["python3"] },
  "go/receiver.go": { tools: ["go"] },
  "php/receiver.php": { tools: ["php"], announces: false },
  "csharp/receiver.cs": csharp,
};
const user = "desk";
const password = "grün: 7";
const hasCurl = isInstalled("curl");
if (!hasCurl)
  console.warn("Skipped: sending to the examples with curl, because it is not installed.");

for (const [file, platform] of Object.entries(platforms)) {
  const isRunnable = missingTools(file, platform).length === 0;
  describe.skipIf(!isRunnable)(file, () => {
    let example: RunningExample;
    let receiver: Required<Receiver>;
    const nextLine = () => example.nextLine();
    const readKeptScans = () => example.readScans();

    beforeAll(async () => {
      const variables = { RECEIVER_USER: user, RECEIVER_PASSWORD: password };
      example = await startExample(file, platform, variables);
      receiver = { url: example.url, user, password };
    });

    afterAll(() => example?.[Symbol.asyncDispose]());

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

    test("refuses a body that is not a scan with 422, without HTML, and does not keep it", async () => {
      const scansBefore = readKeptScans();
      for (const body of ["{", "[]", "null", '{"identifier":"a","date":7,"content":"c"}', "{}"]) {
        expect(await send(body, receiver)).toMatchObject({ kind: "refused", status: 422 });
        const response = await post(body);
        expect([body, response.status]).toEqual([body, 422]);
        expect(await response.text()).not.toMatch(/<html|node_modules/i);
      }
      expect(readKeptScans()).toEqual(scansBefore);
    });

    test("keeps scans of different codes with the same identifier in the same second", async () => {
      const scan = codeScan({ content: "first" });
      for (const { content } of [scan, { content: "second" }]) {
        const line = nextLine();
        expect(await send({ ...scan, content }, receiver)).toMatchObject({ kind: "accepted" });
        await line;
        expect(readKeptScans()).toContainEqual({ ...scan, content });
      }
    });

    test("keeps separators of GS1 codes and U+0000", async () => {
      const scan = codeScan({ content: "0104006381333931\u001d10A\u0000B" });
      const line = nextLine();
      expect(await send(scan, receiver)).toEqual({ kind: "accepted", status: 204 });
      await line;
      expect(readKeptScans()).toContainEqual(scan);
    });

    test("responds to a content with half of a surrogate pair, and goes on receiving", async () => {
      const { date } = codeScan({ content: "" });
      const body = `{"identifier":"a","date":"${date}","content":"\\ud83d"}`;
      const response = await post(body);
      expect([204, 422]).toContain(response.status);
      expect((await post(body)).status).toBe(response.status);
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

    function post(body: string): Promise<Response> {
      const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
      const headers = { authorization, "content-type": "application/json" };
      return fetch(receiver.url, { method: "POST", headers, body });
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

test("every example is one file of at most 60 lines, imports included, and is named in the README", () => {
  const readme = readFileSync(path("README.md"), "utf8");
  const files = globSync("*/*", { cwd: path("."), exclude: ["testing"] });
  for (const file of files) {
    const lines = readFileSync(path(file), "utf8").trimEnd().split("\n");
    expect(lines.length, file).toBeLessThanOrEqual(60);
    expect(readme).toContain(`\`${file.split("/")[0]}/\``);
  }
  const receivers = files.filter((file) => !file.includes("signed-receiver"));
  expect(receivers.sort()).toEqual(Object.keys(platforms).sort());
});

/** Runs a program to its end and returns its output. Throws when it fails. */
async function runToEnd([command = "", ...args]: string[]): Promise<string> {
  return (await promisify(execFile)(command, args)).stdout;
}

/** .NET 10 is the first that runs a file without a project. */
function hasDotnet(): boolean {
  const { status, stdout } = spawnSync("dotnet", ["--version"], { encoding: "utf8" });
  return status === 0 && Number.parseInt(stdout, 10) >= 10;
}
