// Runs the proxy configurations of the docs unchanged, except for names, ports and paths.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { codeScan, type SendStep, send, serializeScan } from "@scanhook/webhook";
import { Agent, fetch as undiciFetch } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { parseConfigFile } from "../apps/hub/src/config-file/parse.ts";
import { ownerPassword, startTestHub, type TestHub } from "../apps/hub/src/testing/test-hub.ts";
import { openCertificates } from "../apps/hub/src/tls/certificates.ts";
import { freePort } from "./testing/free-port.ts";
import { isListening } from "./testing/listens.ts";

const proxyPage = "docs/start/behind-a-proxy.md";
const translatingPage = "docs/receivers/translating-basic.md";
const user = "scanner";
const password = "grün 7";
/**
 * The bcrypt hash at the lowest cost. At the cost that `caddy hash-password` uses, a scan takes
 * seconds on a busy machine.
 */
const passwordHash = "$2a$04$kZj0e8Px04rOF5v8.987COsNWPiUcNjqmJP7UWzsSxo2.3oOa.g0a";
const token = "t0ken";

let dir: string;
let fetchTrusted: typeof fetch;
let api: Server;
let receivedRequests: { request: IncomingMessage; body: string }[] = [];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "scanhook-proxy-"));
  const certificates = await openCertificates(dir);
  const { cert, key } = certificates.current();
  writeFileSync(join(dir, "cert.pem"), cert);
  writeFileSync(join(dir, "key.pem"), key);
  certificates.close();
  const dispatcher = new Agent({ connect: { ca: certificates.caPem } });
  fetchTrusted = ((url: URL, init: RequestInit) =>
    undiciFetch(url, { ...init, dispatcher } as never)) as unknown as typeof fetch;
  api = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      receivedRequests.push({ request, body: Buffer.concat(chunks).toString() });
      // This API sends CORS headers itself. A browser would refuse a response that has one of them
      // twice.
      response.writeHead(204, { "access-control-allow-origin": "https://elsewhere.example" }).end();
    });
  }).listen(0, "127.0.0.1");
  await once(api, "listening");
});

afterAll(() => {
  api?.close();
  rmSync(dir, { recursive: true });
});

const proxies = [
  { name: "caddy", language: "caddyfile", title: "Caddyfile", start: startCaddy },
  { name: "nginx", language: "nginx", title: "scans.conf", start: startNginx },
];

for (const { name, language, title, start } of proxies) {
  const isInstalled = spawnSync(name, name === "nginx" ? ["-v"] : ["version"]).status === 0;
  if (!isInstalled)
    console.warn(
      `Skipped: the configurations of ${name} in the docs, because ${name} is not installed.`,
    );

  describe.skipIf(!isInstalled)(`${name} as configured in ${translatingPage}`, () => {
    let proxy: Proxy;
    beforeAll(async () => {
      proxy = await start(readCodeBlock(translatingPage, language, title), findPort(api));
    });
    afterAll(() => proxy?.stop());

    test("asks the scanner for Basic credentials and sends its own token to the API", async () => {
      receivedRequests = [];
      const steps: SendStep["step"][] = [];
      const scan = codeScan({ content: "Grüße ✓" });
      const receiver = { url: `${proxy.url}/hooks/7?a=b`, user, password };
      const outcome = await send(scan, receiver, {
        fetch: fetchTrusted,
        onStep: ({ step }) => void steps.push(step),
      });
      expect(outcome).toEqual({ kind: "accepted", status: 204 });
      expect(steps).toEqual(["request", "challenge", "retry", "answer"]);
      expect(receivedRequests.map(({ body }) => body)).toEqual([serializeScan(scan)]);
      const [{ request } = receivedRequests[0]!] = receivedRequests;
      expect(request.url).toBe("/hooks/7?a=b");
      expect(request.headers.authorization).toBe(`Bearer ${token}`);
      expect(request.headers["content-type"]).toBe("application/json");
    });

    test("refuses requests without the right password", async () => {
      receivedRequests = [];
      for (const credentials of [{}, { user, password: "wrong" }]) {
        const outcome = await send(
          codeScan({ content: "no" }),
          { url: proxy.url, ...credentials },
          { fetch: fetchTrusted },
        );
        expect(outcome).toMatchObject({ kind: "refused", status: 401 });
      }
      expect(receivedRequests).toEqual([]);
    });

    test("lets a page on another origin send requests and read the challenge and the response", async () => {
      const originHeader = { origin: "https://scanner.example" };
      const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
      const expectations: [number, RequestInit][] = [
        [204, { method: "OPTIONS", headers: originHeader }],
        [401, { method: "POST", headers: originHeader, body: "{}" }],
        [204, { method: "POST", headers: { ...originHeader, authorization }, body: "{}" }],
      ];
      for (const [status, init] of expectations) {
        const response = await fetchTrusted(proxy.url, init);
        expect(response.status).toBe(status);
        expect(response.headers.get("access-control-allow-origin")).toBe("*");
        expect(response.headers.get("access-control-allow-headers")).toBe(
          "authorization, content-type",
        );
        expect(response.headers.get("access-control-expose-headers")).toBe("WWW-Authenticate");
      }
    });
  });

  describe.skipIf(!isInstalled)(`a hub behind ${name} as configured in ${proxyPage}`, () => {
    let proxy: Proxy;
    let hub: TestHub;
    let cookie = "";
    beforeAll(async () => {
      const [line = ""] = readCodeBlock(proxyPage, "sh").match(/--tls.*/) ?? [];
      const options = line.split(" ").filter((word) => !/^(--public-url|https:.*)$/.test(word));
      hub = await startTestHub(...options);
      proxy = await start(readCodeBlock(proxyPage, language, title), hub.hub.httpPort);
      const post = (path: string, body: object) =>
        fetchTrusted(`${proxy.url}${path}`, {
          method: "POST",
          headers: { origin: proxy.url, "content-type": "application/json", cookie },
          body: JSON.stringify(body),
        });
      const session = await post("/api/session", { password: ownerPassword, code: hub.loginCode });
      const setCookie = session.headers.getSetCookie()[0] ?? "";
      expect(setCookie).toMatch(/; Secure/i);
      cookie = setCookie.split(";")[0]!;
      expect((await post("/api/inboxes", { name: "door", open: true })).status).toBe(201);
    });
    afterAll(async () => {
      await proxy?.stop();
      await hub?.[Symbol.asyncDispose]();
    });

    test("accepts log-ins and scans and streams the scans live", async () => {
      const stream = await fetchTrusted(`${proxy.url}/api/scans/stream`, { headers: { cookie } });
      const scan = codeScan({ content: "live" });
      const receiver = { url: `${proxy.url}/in/door` };
      expect(await send(scan, receiver, { fetch: fetchTrusted })).toEqual({
        kind: "accepted",
        status: 204,
      });
      let events = "";
      for await (const chunk of stream.body!) {
        events += new TextDecoder().decode(chunk);
        if (events.includes(scan.identifier)) break;
      }
      expect(events).toContain('"live"');
    });

    test("refuses a body that is too long with a response that a page may read", async () => {
      const content = "x".repeat(1024 * 1024);
      const receiver = { url: `${proxy.url}/in/door` };
      const outcome = await send(codeScan({ content }), receiver, { fetch: fetchTrusted });
      expect(outcome).toMatchObject({ kind: "refused", status: 413 });
      const response = await fetchTrusted(receiver.url, {
        method: "POST",
        // The hub sends the headers of CORS to pages only, and browsers tell by this one.
        headers: { origin: "https://scanner.example", "content-type": "application/json" },
        body: JSON.stringify(codeScan({ content })),
      });
      expect(response.status).toBe(413);
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
    });

    test("requires a token for metrics from clients behind the proxy", async () => {
      expect((await fetchTrusted(`${proxy.url}/metrics`, {})).status).toBe(401);
    });
  });
}

test("the two files for Traefik refer to each other's names", () => {
  const main = parse(readCodeBlock(proxyPage, "yaml", "traefik.yaml"));
  const { http } = parse(readCodeBlock(proxyPage, "yaml", "scans.yaml"));
  const { scans } = http.routers;
  expect(Object.keys(main.entryPoints)).toEqual(scans.entryPoints);
  expect(Object.keys(main.certificatesResolvers)).toEqual([scans.tls.certResolver]);
  expect(Object.keys(http.services)).toEqual([scans.service]);
  expect(main.providers.file.filename).toBe("/etc/traefik/scans.yaml");
});

test(`the settings file of ${translatingPage} is valid`, () => {
  const yaml = readCodeBlock(translatingPage, "yaml", "scanhook.yaml");
  const env = { API_TOKEN: "a", API_KEY: "b", SIGNING_SECRET: "c" };
  expect(parseConfigFile(yaml, { path: "scanhook.yaml", env })).toMatchObject({ ok: true });
});

type Proxy = { url: string; stop(): Promise<void> };

async function startCaddy(configuration: string, upstream: number): Promise<Proxy> {
  const port = await freePort();
  const cert = `tls ${join(dir, "cert.pem")} ${join(dir, "key.pem")}`;
  const [major = 0, minor = 0] = readOutput("caddy", "version").match(/\d+/g)?.map(Number) ?? [];
  const isOld = major === 2 && minor < 8;
  const text = configuration
    .replace("scans.example.com {", `https://localhost:${port} {\n\t${cert}`)
    .replace("https://api.example.com", `http://127.0.0.1:${upstream}`)
    .replace("localhost:8080", `127.0.0.1:${upstream}`)
    .replace("basic_auth", isOld ? "basicauth" : "basic_auth");
  const file = join(dir, `Caddyfile-${port}`);
  writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${text}`);
  const env = { HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir };
  return startProxy("caddy", ["run", "--adapter", "caddyfile", "--config", file], port, {
    ...env,
    SCANNER_PASSWORD_HASH: passwordHash,
    API_TOKEN: token,
  });
}

async function startNginx(configuration: string, upstream: number): Promise<Proxy> {
  const port = await freePort();
  const users = join(dir, "scanners");
  writeFileSync(users, `${user}:{PLAIN}${password}\n`);
  const text = configuration
    .replace("443 ssl", `${port} ssl`)
    .replace(/\/etc\/letsencrypt\S*fullchain.pem/, join(dir, "cert.pem"))
    .replace(/\/etc\/letsencrypt\S*privkey.pem/, join(dir, "key.pem"))
    .replace("/etc/nginx/scanners", users)
    .replace("https://api.example.com", `http://127.0.0.1:${upstream}`)
    .replace("127.0.0.1:8080", `127.0.0.1:${upstream}`)
    .replace("API_TOKEN", token);
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(dir, name)};`,
  );
  const root = process.getuid?.() === 0 ? "user root;" : "";
  const file = join(dir, `nginx-${port}.conf`);
  writeFileSync(
    file,
    `${root} daemon off; worker_processes 1; pid ${join(dir, `${port}.pid`)}; error_log stderr;
     events {} http { access_log off; ${folders.join(" ")}\n${text}\n}`,
  );
  return startProxy("nginx", ["-p", dir, "-e", "stderr", "-c", file], port);
}

/**
 * Starts a proxy and waits until it listens. If it ends before that, throws an error with its
 * output.
 */
async function startProxy(
  command: string,
  args: string[],
  port: number,
  env: Record<string, string> = {},
): Promise<Proxy> {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`${command} ended:\n${output}`);
  }
  return { url: `https://localhost:${port}`, stop: () => stopProcess(child) };
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.kill();
  await ended;
}

function findPort(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function readOutput(command: string, ...args: string[]): string {
  return spawnSync(command, args, { encoding: "utf8" }).stdout;
}

/** Returns the first code block of a page in this language and with this title. */
function readCodeBlock(page: string, language: string, title?: string): string {
  const text = readFileSync(fileURLToPath(new URL(`../${page}`, import.meta.url)), "utf8");
  const opening = title === undefined ? `\`\`\`${language}` : `\`\`\`${language} title="${title}"`;
  const blockText = text.split(`${opening}\n`)[1]?.split("\n```")[0];
  if (blockText === undefined) throw new Error(`${page} has no block that begins with ${opening}.`);
  return `${blockText}\n`;
}
