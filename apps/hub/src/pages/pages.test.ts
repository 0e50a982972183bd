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
  const scanner = { dir: join(dir, "scan"), path: "/scan/", headers: scannerHeaders } as const;
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
  const missing = { dir: join(dir, "none"), path: "/", headers: dashboardHeaders } as const;
  expect(await servePage(app as unknown as App, missing)).toBe(false);
});
afterAll(async () => {
  await app.close();
  await rm(dir, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test("content shared to an app without a service worker leads to the page that says so", async () => {
  const payload = `--x\r\nContent-Disposition: form-data; name="text"\r\n\r\nhello\r\n--x--\r\n`;
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const response = await app.inject({ method: "POST", url: "/scan/share", payload, headers });
  expect([response.statusCode, response.headers.location]).toEqual([303, "/scan/#/shared"]);
});

test("browsers check a page each time and cache hashed assets forever", async () => {
  for (const url of ["/scan/", "/scan/index.html", "/scan/sw.js", "/scan/manifest.webmanifest"]) {
    expect((await get(url)).headers["cache-control"]).toBe("no-cache");
  }
  const asset = await get("/scan/assets/app-Ab12Cd34.js");
  expect(asset.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  const { etag } = asset.headers;
  const notModified = await get("/scan/assets/app-Ab12Cd34.js", {
    "if-none-match": `"x", W/${etag}`,
  });
  expect([notModified.statusCode, notModified.body]).toEqual([304, ""]);
});

test("files have the media types that browsers require", async () => {
  const fetchType = async (url: string) => (await get(url)).headers["content-type"];
  expect(await fetchType("/scan/")).toBe("text/html; charset=utf-8");
  expect(await fetchType("/scan/sw.js")).toBe("text/javascript; charset=utf-8");
  expect(await fetchType("/scan/assets/reader-Ef56Gh78.wasm")).toBe("application/wasm");
  expect(await fetchType("/scan/manifest.webmanifest")).toBe(
    "application/manifest+json; charset=utf-8",
  );
});

test("files are sent in the best compression that the browser accepts", async () => {
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
  const precompressed = await get("/scan/assets/ready-Xy.css", { "accept-encoding": "br" });
  expect(precompressed.body).toBe("made by the build");
});

test("only files of the build are served", async () => {
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

test("the docs are served at /docs/ with their own 404 page and policy", async () => {
  const fetchType = async (url: string) => (await get(url)).headers["content-type"];
  for (const url of ["/docs/", "/docs/index.html", "/docs/hub/backup/"]) {
    const response = await get(url);
    expect([url, response.statusCode, response.headers["cache-control"]]).toEqual([
      url,
      200,
      "no-cache",
    ]);
    expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
    const policy = response.headers["content-security-policy"];
    expect(policy).toBe(docsHeaders["content-security-policy"]);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  }
  expect((await get("/docs")).headers.location).toBe("/docs/");
  expect((await get("/docs/hub/backup")).headers.location).toBe("/docs/hub/backup/");
  expect(await fetchType("/docs/hub/backup.md")).toBe("text/markdown; charset=utf-8");
  expect(await fetchType("/docs/sitemap.xml")).toBe("application/xml; charset=utf-8");
  const asset = await get("/docs/_astro/page.Ab12Cd34.css");
  expect(asset.headers["cache-control"]).toContain("immutable");
  expect((await get("/docs/assets/search-index.json")).headers["cache-control"]).toBe("no-cache");
  for (const url of [
    "/docs/.built-from",
    "/docs/hub/",
    "/docs/..%2fscan/index.html",
    "/docs/x%00",
  ]) {
    const response = await get(url);
    expect([url, response.statusCode]).toEqual([url, 404]);
    expect(response.body).toContain("<title>Not found</title>");
  }
});

test("a docs page that is removed responds 404, and is served again once it is back", async () => {
  const page = join(dir, "docs/hub/restore/index.html");
  await mkdir(dirname(page), { recursive: true });
  await writeFile(page, "<title>Restore</title>");
  const rebuiltApp = Fastify();
  await serveDocs(rebuiltApp as unknown as App, { dir: join(dir, "docs"), headers: docsHeaders });
  await rm(page);
  expect((await rebuiltApp.inject("/docs/hub/restore/")).statusCode).toBe(404);
  await writeFile(page, "<title>Restore</title>");
  expect((await rebuiltApp.inject("/docs/hub/restore/")).body).toContain("Restore");
  await rebuiltApp.close();
});

test("a page that is not built says what to do", async () => {
  const response = await get("/");
  expect([response.statusCode, response.body]).toEqual([
    503,
    "This page is not built yet; run npm start.\n",
  ]);
});

test("every response has a policy that allows nothing inline and no frames", async () => {
  await using hub = await startTestHub();
  const sendFromPage = fromPage(hub);
  const fetchPolicy = async (path: string, method = "GET") => {
    const response = await sendFromPage(method, path);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    const policy = response.headers.get("content-security-policy") ?? "";
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
    const policy = await fetchPolicy(path);
    for (const name of ["default-src", "frame-ancestors", "form-action", "base-uri"]) {
      expect([path, name, policy.get(name)]).toEqual([path, name, "'none'"]);
    }
    expect([...policy.values()].join(" ")).not.toMatch(/'unsafe-|(^| )\*( |$)/);
  }
  expect(dashboardHeaders["content-security-policy"]).toContain("connect-src 'self';");
  expect(scannerHeaders["content-security-policy"]).toMatch(
    /script-src 'self' 'wasm-unsafe-eval'; .*connect-src 'self' blob: https: http:\/\/localhost:\*/,
  );
  expect(scannerHeaders["permissions-policy"]).toContain("camera=(self)");
});
