import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { App } from "../http/app.ts";
import { fromPage, startTestHub } from "../testing/test-hub.ts";
import { serveDocs } from "./docs-pages.ts";
import { dashboardHeaders, docsHeaders, scannerHeaders, servePage } from "./pages.ts";

const script = "console.log('scan');\n".repeat(200);
const wasm = Buffer.alloc(3000, 7);
let dir: string;
let app: FastifyInstance;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "scanhook-pages-"));
  await mkdir(join(dir, "scan", "assets"), { recursive: true });
  const files = {
    "index.html": "<!doctype html><title>Scanner</title>",
    "sw.js": script,
    "manifest.webmanifest": "{}",
    ".built-from": "secret",
    "assets/app-Ab12Cd34.js": script,
    "assets/reader-Ef56Gh78.wasm": wasm,
    "assets/ready-Xy.css": "a{}".repeat(500),
    "assets/ready-Xy.css.br": "made by the build",
  };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(dir, "scan", name), content);
  }
  app = Fastify();
  const scanner = { dir: join(dir, "scan"), at: "/scan/", headers: scannerHeaders } as const;
  expect(await servePage(app as unknown as App, scanner)).toBe(true);
  const docs = {
    "index.html": "<!doctype html><title>Scanhook</title>",
    "404.html": "<!doctype html><title>Not found</title>",
    "hub/backup/index.html": "<!doctype html><title>Backup</title>",
    "hub/backup.md": "# Backup",
    "_astro/page.Ab12Cd34.css": "a{}".repeat(500),
    "assets/search-index.json": "[]",
    "sitemap.xml": "<urlset/>",
    ".built-from": "secret",
  };
  for (const [name, content] of Object.entries(docs)) {
    await mkdir(join(dir, "docs", dirname(name)), { recursive: true });
    await writeFile(join(dir, "docs", name), content);
  }
  await serveDocs(app as unknown as App, { dir: join(dir, "docs"), headers: docsHeaders });
  const missing = { dir: join(dir, "none"), at: "/", headers: dashboardHeaders } as const;
  expect(await servePage(app as unknown as App, missing)).toBe(false);
});
afterAll(async () => {
  await app.close();
  await rm(dir, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test("what is shared to an app without its service worker leads to the page that says so", async () => {
  const payload = `--x\r\nContent-Disposition: form-data; name="text"\r\n\r\nhello\r\n--x--\r\n`;
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const answer = await app.inject({ method: "POST", url: "/scan/share", payload, headers });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, "/scan/#/shared"]);
});

test("a page and what it starts with are checked each time, hashed assets are kept for good", async () => {
  for (const url of ["/scan/", "/scan/index.html", "/scan/sw.js", "/scan/manifest.webmanifest"]) {
    expect((await get(url)).headers["cache-control"]).toBe("no-cache");
  }
  const asset = await get("/scan/assets/app-Ab12Cd34.js");
  expect(asset.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  const { etag } = asset.headers;
  const known = await get("/scan/assets/app-Ab12Cd34.js", { "if-none-match": `"x", W/${etag}` });
  expect([known.statusCode, known.body]).toEqual([304, ""]);
});

test("types are what browsers insist on", async () => {
  const type = async (url: string) => (await get(url)).headers["content-type"];
  expect(await type("/scan/")).toBe("text/html; charset=utf-8");
  expect(await type("/scan/sw.js")).toBe("text/javascript; charset=utf-8");
  expect(await type("/scan/assets/reader-Ef56Gh78.wasm")).toBe("application/wasm");
  expect(await type("/scan/manifest.webmanifest")).toBe("application/manifest+json; charset=utf-8");
});

test("files go out compressed as the browser can take it", async () => {
  const url = "/scan/assets/app-Ab12Cd34.js";
  const brotli = await get(url, { "accept-encoding": "gzip, deflate, br;q=1.0" });
  expect(brotli.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script);
  const gzip = await get(url, { "accept-encoding": "gzip, br;q=0" });
  expect(gzip.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(script);
  const plain = await get(url, { "accept-encoding": "identity" });
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(plain.body).toBe(script);
  const readyMade = await get("/scan/assets/ready-Xy.css", { "accept-encoding": "br" });
  expect(readyMade.body).toBe("made by the build");
});

test("only files of the build have an address", async () => {
  for (const url of [
    "/scan/.built-from",
    "/scan/../pages.test.ts",
    "/scan/assets/",
    "/scan/none",
  ]) {
    expect((await get(url)).statusCode).toBe(404);
  }
  expect((await get("/scan")).headers.location).toBe("/scan/");
});

test("the docs are served at /docs/, each page in its folder, with its own page for what is not there", async () => {
  const type = async (url: string) => (await get(url)).headers["content-type"];
  for (const url of ["/docs/", "/docs/index.html", "/docs/hub/backup/"]) {
    const answer = await get(url);
    expect([url, answer.statusCode, answer.headers["cache-control"]]).toEqual([
      url,
      200,
      "no-cache",
    ]);
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    const policy = answer.headers["content-security-policy"];
    expect(policy).toBe(docsHeaders["content-security-policy"]);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  }
  expect((await get("/docs")).headers.location).toBe("/docs/");
  expect((await get("/docs/hub/backup")).headers.location).toBe("/docs/hub/backup/");
  expect(await type("/docs/hub/backup.md")).toBe("text/markdown; charset=utf-8");
  expect(await type("/docs/sitemap.xml")).toBe("application/xml; charset=utf-8");
  const asset = await get("/docs/_astro/page.Ab12Cd34.css");
  expect(asset.headers["cache-control"]).toContain("immutable");
  expect((await get("/docs/assets/search-index.json")).headers["cache-control"]).toBe("no-cache");
  for (const url of [
    "/docs/.built-from",
    "/docs/hub/",
    "/docs/..%2fscan/index.html",
    "/docs/x%00",
  ]) {
    const answer = await get(url);
    expect([url, answer.statusCode]).toEqual([url, 404]);
    expect(answer.body).toContain("<title>Not found</title>");
  }
});

test("a page of the docs that vanished since the start is missing, and served again when it is back", async () => {
  const page = join(dir, "docs/hub/restore/index.html");
  await mkdir(dirname(page), { recursive: true });
  await writeFile(page, "<title>Restore</title>");
  const anew = Fastify();
  await serveDocs(anew as unknown as App, { dir: join(dir, "docs"), headers: docsHeaders });
  await rm(page);
  expect((await anew.inject("/docs/hub/restore/")).statusCode).toBe(404);
  await writeFile(page, "<title>Restore</title>");
  expect((await anew.inject("/docs/hub/restore/")).body).toContain("Restore");
  await anew.close();
});

test("a page that is not built says what to do", async () => {
  const answer = await get("/");
  expect([answer.statusCode, answer.body]).toEqual([
    503,
    "This page is not built yet; run npm start.\n",
  ]);
});

test("every answer carries a policy that allows nothing inline and no frames", async () => {
  await using hub = await startTestHub();
  const page = fromPage(hub);
  const policyOf = async (path: string, method = "GET") => {
    const answer = await page(method, path);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    const policy = answer.headers.get("content-security-policy") ?? "";
    return new Map(policy.split("; ").map((part) => part.split(/ (.*)/) as [string, string]));
  };
  for (const path of [
    "/api/scans",
    "/healthz",
    "/nothing",
    "/in/scans",
    "/metrics",
    "/",
    "/scan/",
  ]) {
    const policy = await policyOf(path);
    for (const name of ["default-src", "frame-ancestors", "form-action", "base-uri"]) {
      expect([path, name, policy.get(name)]).toEqual([path, name, "'none'"]);
    }
    expect([...policy.values()].join(" ")).not.toMatch(/'unsafe-|(^| )\*( |$)/);
  }
  expect(dashboardHeaders["content-security-policy"]).toContain("connect-src 'self';");
  expect(scannerHeaders["content-security-policy"]).toMatch(
    /script-src 'self' 'wasm-unsafe-eval'; .*connect-src 'self' https: http:\/\/localhost:\*/,
  );
  expect(scannerHeaders["permissions-policy"]).toContain("camera=(self)");
});
