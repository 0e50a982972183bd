// The proxies' configurations in the docs run as they stand there; only names, ports and places of files are replaced.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { codeScan, printScan, type SendStep, send } from "@scanhook/webhook";
import { Agent, fetch as undiciFetch } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { parseConfigFile } from "../apps/hub/src/config-file/parse.ts";
import { ownerPassword, startTestHub, type TestHub } from "../apps/hub/src/testing/test-hub.ts";
import { openCertificates } from "../apps/hub/src/tls/certificates.ts";
import { freePort } from "./testing/free-port.ts";

const atProxy = "docs/start/behind-a-proxy.md";
const translating = "docs/receivers/translating-basic.md";
const user = "scanner";
const password = "grün 7";
/** Its bcrypt at the lowest cost; those of `caddy hash-password` keep a busy machine for seconds at every scan. */
const passwordHash = "$2a$04$kZj0e8Px04rOF5v8.987COsNWPiUcNjqmJP7UWzsSxo2.3oOa.g0a";
const token = "t0ken";

let dir: string;
let trusting: typeof fetch;
let api: Server;
let asked: { request: IncomingMessage; body: string }[] = [];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "scanhook-proxy-"));
  const certificates = await openCertificates(dir);
  const { cert, key } = certificates.current();
  writeFileSync(join(dir, "cert.pem"), cert);
  writeFileSync(join(dir, "key.pem"), key);
  certificates.close();
  const dispatcher = new Agent({ connect: { ca: certificates.caPem } });
  trusting = ((url: URL, init: RequestInit) =>
    undiciFetch(url, { ...init, dispatcher } as never)) as unknown as typeof fetch;
  api = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      asked.push({ request, body: Buffer.concat(chunks).toString() });
      // An API with CORS of its own: two of each header would be refused by a browser.
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
  const isThere = spawnSync(name, name === "nginx" ? ["-v"] : ["version"]).status === 0;
  if (!isThere)
    console.warn(`The configurations of ${name} in the docs are not run: it is not installed.`);

  describe.skipIf(!isThere)(`${name}, as ${translating} sets it up`, () => {
    let proxy: Proxy;
    beforeAll(async () => {
      proxy = await start(block(translating, language, title), portOf(api));
    });
    afterAll(() => proxy?.stop());

    test("asks the scanner for Basic and gives the API its token", async () => {
      asked = [];
      const steps: SendStep["step"][] = [];
      const scan = codeScan({ content: "Grüße ✓" });
      const receiver = { url: `${proxy.url}/hooks/7?a=b`, user, password };
      const outcome = await send(scan, receiver, {
        fetch: trusting,
        onStep: ({ step }) => void steps.push(step),
      });
      expect(outcome).toEqual({ kind: "accepted", status: 204 });
      expect(steps).toEqual(["request", "challenge", "retry", "answer"]);
      expect(asked.map(({ body }) => body)).toEqual([printScan(scan)]);
      const [{ request } = asked[0]!] = asked;
      expect(request.url).toBe("/hooks/7?a=b");
      expect(request.headers.authorization).toBe(`Bearer ${token}`);
      expect(request.headers["content-type"]).toBe("application/json");
    });

    test("lets nobody in without the password", async () => {
      asked = [];
      for (const login of [{}, { user, password: "wrong" }]) {
        const outcome = await send(
          codeScan({ content: "no" }),
          { url: proxy.url, ...login },
          { fetch: trusting },
        );
        expect(outcome).toMatchObject({ kind: "refused", status: 401 });
      }
      expect(asked).toEqual([]);
    });

    test("lets a page on another origin ask, read the challenge and read the answer", async () => {
      const from = { origin: "https://scanner.example" };
      const basic = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
      const requests: [number, RequestInit][] = [
        [204, { method: "OPTIONS", headers: from }],
        [401, { method: "POST", headers: from, body: "{}" }],
        [204, { method: "POST", headers: { ...from, authorization: basic }, body: "{}" }],
      ];
      for (const [status, init] of requests) {
        const answer = await trusting(proxy.url, init);
        expect(answer.status).toBe(status);
        expect(answer.headers.get("access-control-allow-origin")).toBe("*");
        expect(answer.headers.get("access-control-allow-headers")).toBe(
          "authorization, content-type",
        );
        expect(answer.headers.get("access-control-expose-headers")).toBe("WWW-Authenticate");
      }
    });
  });

  describe.skipIf(!isThere)(`a hub behind ${name}, as ${atProxy} sets it up`, () => {
    let proxy: Proxy;
    let hub: TestHub;
    let cookie = "";
    beforeAll(async () => {
      const [line = ""] = block(atProxy, "sh").match(/--tls.*/) ?? [];
      const given = line.split(" ").filter((word) => !/^(--public-url|https:.*)$/.test(word));
      hub = await startTestHub(...given);
      proxy = await start(block(atProxy, language, title), hub.hub.httpPort);
      const post = (path: string, body: object) =>
        trusting(`${proxy.url}${path}`, {
          method: "POST",
          headers: { origin: proxy.url, "content-type": "application/json", cookie },
          body: JSON.stringify(body),
        });
      const session = await post("/api/session", { password: ownerPassword, code: hub.loginCode });
      const set = session.headers.getSetCookie()[0] ?? "";
      expect(set).toMatch(/; Secure/i);
      cookie = set.split(";")[0]!;
      expect((await post("/api/inboxes", { name: "door", open: true })).status).toBe(201);
    });
    afterAll(async () => {
      await proxy?.stop();
      await hub?.[Symbol.asyncDispose]();
    });

    test("is logged in to, takes scans, and shows them live", async () => {
      const stream = await trusting(`${proxy.url}/api/scans/stream`, { headers: { cookie } });
      const scan = codeScan({ content: "live" });
      const receiver = { url: `${proxy.url}/in/door` };
      expect(await send(scan, receiver, { fetch: trusting })).toEqual({
        kind: "accepted",
        status: 204,
      });
      let seen = "";
      for await (const chunk of stream.body!) {
        seen += new TextDecoder().decode(chunk);
        if (seen.includes(scan.identifier)) break;
      }
      expect(seen).toContain('"live"');
    });

    test("says itself when a body is too long, in words that a page may read", async () => {
      const content = "x".repeat(1024 * 1024);
      const receiver = { url: `${proxy.url}/in/door` };
      const outcome = await send(codeScan({ content }), receiver, { fetch: trusting });
      expect(outcome).toMatchObject({ kind: "refused", status: 413 });
      const answer = await trusting(receiver.url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: content,
      });
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    });

    test("asks whoever comes through the proxy for a token before it shows metrics", async () => {
      expect((await trusting(`${proxy.url}/metrics`, {})).status).toBe(401);
    });
  });
}

test("Traefik's two files fit together", () => {
  const main = parse(block(atProxy, "yaml", "traefik.yaml"));
  const { http } = parse(block(atProxy, "yaml", "scans.yaml"));
  const { scans } = http.routers;
  expect(Object.keys(main.entryPoints)).toEqual(scans.entryPoints);
  expect(Object.keys(main.certificatesResolvers)).toEqual([scans.tls.certResolver]);
  expect(Object.keys(http.services)).toEqual([scans.service]);
  expect(main.providers.file.filename).toBe("/etc/traefik/scans.yaml");
});

test(`the settings file of ${translating} is taken as it stands`, () => {
  const yaml = block(translating, "yaml", "scanhook.yaml");
  const env = { API_TOKEN: "a", API_KEY: "b", SIGNING_SECRET: "c" };
  expect(parseConfigFile(yaml, { path: "scanhook.yaml", env })).toMatchObject({ ok: true });
});

type Proxy = { url: string; stop(): Promise<void> };

async function startCaddy(configuration: string, upstream: number): Promise<Proxy> {
  const port = await freePort();
  const cert = `tls ${join(dir, "cert.pem")} ${join(dir, "key.pem")}`;
  const [major = 0, minor = 0] = said("caddy", "version").match(/\d+/g)?.map(Number) ?? [];
  const isOld = major === 2 && minor < 8;
  const text = configuration
    .replace("scans.example.com {", `https://localhost:${port} {\n\t${cert}`)
    .replace("https://api.example.com", `http://127.0.0.1:${upstream}`)
    .replace("localhost:8080", `127.0.0.1:${upstream}`)
    .replace("basic_auth", isOld ? "basicauth" : "basic_auth");
  const file = join(dir, `Caddyfile-${port}`);
  writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${text}`);
  const env = { HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir };
  return run("caddy", ["run", "--adapter", "caddyfile", "--config", file], port, {
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
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(dir, name)};`,
  );
  const root = process.getuid?.() === 0 ? "user root;" : "";
  const file = join(dir, `nginx-${port}.conf`);
  writeFileSync(
    file,
    `${root} daemon off; worker_processes 1; pid ${join(dir, `${port}.pid`)}; error_log stderr;
     events {} http { access_log off; ${places.join(" ")}\n${text}\n}`,
  );
  return run("nginx", ["-p", dir, "-e", "stderr", "-c", file], port);
}

/** Until it listens; what it says while it does not is the error. */
async function run(
  command: string,
  args: string[],
  port: number,
  env: Record<string, string> = {},
): Promise<Proxy> {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let complaint = "";
  child.stderr.on("data", (chunk) => {
    complaint += chunk;
  });
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${command} ended:\n${complaint}`);
  }
  return { url: `https://localhost:${port}`, stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.kill();
  await ended;
}

/** Nothing but asking again tells that somebody else's program listens. */
function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "localhost", () => resolve(true));
    socket.once("connect", () => socket.destroy());
    socket.once("error", () => setTimeout(resolve, 50, false));
  });
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function said(command: string, ...args: string[]): string {
  return spawnSync(command, args, { encoding: "utf8" }).stdout;
}

/** The first code block in that language, with that title. */
function block(page: string, language: string, title?: string): string {
  const text = readFileSync(fileURLToPath(new URL(`../${page}`, import.meta.url)), "utf8");
  const opening = title === undefined ? `\`\`\`${language}` : `\`\`\`${language} title="${title}"`;
  const found = text.split(`${opening}\n`)[1]?.split("\n```")[0];
  if (found === undefined) throw new Error(`${page} has no block that begins with ${opening}.`);
  return `${found}\n`;
}
