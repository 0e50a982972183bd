import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import { chromium, devices } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findBrowser } from "../../../../scripts/browser.ts";
import { iconAddress } from "../logo.ts";
import { createHubTexts } from "../texts/hub-texts.ts";
import { languages } from "../texts/languages.ts";
import { createShoutingTexts } from "../texts/testing/shouting.ts";
import { type Certificates, openCertificates } from "../tls/certificates.ts";
import { renderPage } from "./page.ts";
import { servePhoneHelp } from "./phone-help.ts";

let dir: string;
let certificates: Certificates;
let app: FastifyInstance;
let hub: Server;
let base: string;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "scanhook-phone-"));
  certificates = await openCertificates(dir);
  const getCa = () => ({ pem: certificates.caPem, der: certificates.caDer });
  hub = createServer(certificates.current(), (_request, response) => response.end("ok"));
  await once(hub.listen(0), "listening");
  const { port } = hub.address() as AddressInfo;
  app = Fastify();
  const texts = createHubTexts({ en: languages.en!, de: languages.en! });
  servePhoneHelp(app, { getCa, httpsBase: (host) => `https://${host}:${port}`, texts });
  base = await app.listen({ port: 0 });
});

afterAll(async () => {
  await app.close();
  hub.closeAllConnections();
  hub.close();
  certificates.close();
  rmSync(dir, { recursive: true });
});

test("the CA is served as PEM, as DER and as an Apple profile, each with its media type", async () => {
  const [pem, crt, profile] = await Promise.all(
    ["/ca.pem", "/ca.crt", "/ca.mobileconfig"].map((path) => fetch(base + path)),
  );
  expect(await pem!.text()).toBe(certificates.caPem);
  expect(pem!.headers.get("content-disposition")).toBe('attachment; filename="scanhook-ca.pem"');
  expect(crt!.headers.get("content-type")).toBe("application/x-x509-ca-cert");
  const fromDer = new X509Certificate(new Uint8Array(await crt!.arrayBuffer()));
  expect(fromDer.toString()).toBe(new X509Certificate(certificates.caPem).toString());
  expect(profile!.headers.get("content-type")).toBe("application/x-apple-aspen-config");
  expect(profile!.headers.get("content-disposition")).toBeNull();
  expect(await profile!.text()).toContain("<plist");
});

test("the page opens the steps for the visiting device and closes the others", async () => {
  const agents = {
    apple: devices["iPhone 15"]!.userAgent,
    android: devices["Pixel 7"]!.userAgent,
    computer: devices["Desktop Firefox"]!.userAgent,
  };
  for (const [device, agent] of Object.entries(agents)) {
    const page = await (await fetch(`${base}/phone`, { headers: { "user-agent": agent } })).text();
    const steps = [...page.matchAll(/name="device" id="(\w+)"( open)?/g)];
    expect(steps.map(([, id, open]) => [id, open !== undefined])[0]).toEqual([device, true]);
    expect(steps.filter(([, , open]) => open)).toHaveLength(1);
    expect(steps).toHaveLength(3);
  }
});

test("the page loads nothing from other hosts and links to HTTPS on the same host", async () => {
  const { port } = hub.address() as AddressInfo;
  const response = await app.inject({ url: "/phone", headers: { host: "192.168.1.5:8080" } });
  const addresses = [...response.body.matchAll(/(?:href|src|data-probe)="([^"]*)"/g)].map(
    (match) => match[1],
  );
  const absolute = addresses.filter((address) => !address?.startsWith("/"));
  expect(new Set(absolute)).toEqual(
    new Set([
      iconAddress,
      `https://192.168.1.5:${port}/scan/`,
      `https://192.168.1.5:${port}/healthz`,
      "http://localhost:8080/scan/",
    ]),
  );
  const policy = String(response.headers["content-security-policy"]);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`connect-src https://192.168.1.5:${port}`);
  expect(policy).not.toContain("unsafe");
  expect(response.body).not.toMatch(/<script(?! src)|<style|style="|\son\w+="/);
});

test("the page shows the fingerprint of the certificate", async () => {
  const page = await (await fetch(`${base}/phone`)).text();
  const shown = page
    .match(/id="fingerprint"[^>]*>(.*?)<\/p>/s)?.[1]
    ?.replaceAll("<wbr>", "")
    .trim();
  expect(shown).toBe(new X509Certificate(certificates.caPem).fingerprint256);
});

test("a malformed Host header counts as localhost and is not echoed", async () => {
  for (const host of [
    '"><script>alert(1)</script>',
    "a b",
    "evil.example;default-src *",
    "::::",
    "",
  ]) {
    const response = await app.inject({ url: "/phone", headers: { host } });
    expect(response.statusCode).toBe(200);
    expect(response.body).not.toContain("alert(1)");
    expect(response.body).toMatch(/href="https:\/\/localhost:\d+\/scan\/"/);
    expect(response.headers["content-security-policy"]).not.toMatch(/evil|alert/);
  }
  const v6 = await app.inject({ url: "/phone", headers: { host: "[FD00::0:2]:8080" } });
  expect(v6.body).toMatch(/href="https:\/\/\[fd00::2\]:\d+\/scan\/"/);
  expect(v6.headers["content-security-policy"]).toMatch(/connect-src https:$/);
});

/** Asks for the page of a hub that also has German and Arabic, with capitals as their texts. */
async function readTranslated(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ body: string; headers: Record<string, unknown> }> {
  const texts = createShoutingTexts("de", "ar");
  await using translated = Fastify();
  const getCa = () => ({ pem: certificates.caPem, der: certificates.caDer });
  servePhoneHelp(translated, { getCa, httpsBase: (host) => `https://${host}`, texts });
  return await translated.inject({ url: path, headers });
}

test("the page is in the language of the browser, unless the address names another", async () => {
  const german = await readTranslated("/phone", { "accept-language": "fr, de-AT;q=0.8, en;q=0.5" });
  expect(german.headers.vary).toBe("User-Agent, Host, Accept-Language");
  expect(german.body).toContain('<html lang="de" dir="ltr">');
  expect(german.body).toContain("<h1>LET THIS DEVICE TRUST YOUR HUB</h1>");
  expect(german.body).toContain('data-ready="READY. THIS DEVICE TRUSTS YOUR HUB."');
  const named = await readTranslated("/phone?language=ar", { "accept-language": "de" });
  expect(named.body).toContain('<html lang="ar" dir="rtl">');
  expect(named.body).toContain("<h1>LET");
  for (const language of ["en", "de", "ar"]) {
    expect(named.body).toContain(`<a href="/phone?language=${language}" lang="${language}"`);
  }
  expect(named.body).toMatch(/>English<.*>Deutsch<.*>العربية</s);
  expect(named.body).toContain('hreflang="ar" aria-current="true"');
});

test("the page has no words but those of its language", async () => {
  const { body } = await readTranslated("/phone?language=de");
  const content = body.replace(/<head>.*<\/head>/s, "");
  expect(content).toContain("IN YOUR DOWNLOADS");
  const shown = content.match(/(?<=>)[^<]+|(?<=(?:aria-label|data-\w+)=")[^"]+/g)!;
  expect(shown.filter((text) => /[a-z]{4,} [a-z]{3,}/.test(text))).toEqual([]);
});

test("a hostile choice of a language leaves the page in English", async () => {
  const script = '"><script>alert(1)</script>';
  for (const language of ["__proto__", "xx", script, "-".repeat(8000), "constructor"]) {
    const asked = await readTranslated(`/phone?language=${encodeURIComponent(language)}`);
    const header = await readTranslated("/phone", { "accept-language": language });
    for (const { body } of [asked, header]) {
      expect(body).toContain('<html lang="en" dir="ltr">');
      expect(body).not.toContain("alert(1)");
    }
  }
  const twice = await readTranslated("/phone?language=de&language=ar");
  expect(twice.body).toContain('<html lang="en" dir="ltr">');
});

test("values stay escaped in the texts of the page", () => {
  const page = renderPage({
    device: "apple",
    httpsBase: "https://a",
    localUrl: 'http://b"<i>',
    name: "<img src=x> $& {{name}}",
    fingerprint: "AA:BB",
    language: "en",
    languages: ["en"],
    texts: createHubTexts(languages).read("phone", "en"),
  });
  expect(page).toContain("Switch on <b>&lt;img src=x&gt; $&amp; {{name}}</b>.");
  expect(page).toContain("<code>http://b&quot;&lt;i&gt;/phone</code>");
  expect(page).not.toMatch(/<img|<i>/);
});

test("in a real browser, the page detects trust, keeps the pairing code in links, and is accessible", async () => {
  const found = findBrowser();
  if (!found.ok) throw new Error(found.reason);
  const browser = await chromium.launch({
    executablePath: found.path,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const refused: string[] = [];
    page.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) refused.push(message.text());
    });
    await page.goto(`${base}/phone#/pair?code=k7`);
    await page.getByText("Not trusted yet.").waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
    const link = page.getByRole("link", { name: "Open the scanner", exact: true });
    const { port } = hub.address() as AddressInfo;
    const expected = new RegExp(`^https://[^/]+:${port}/scan/#/pair\\?code=k7$`);
    expect(await link.getAttribute("href")).toMatch(expected);
    const languages = await page
      .locator(".languages a")
      .evaluateAll((links) => links.map((each) => (each as unknown as { href: string }).href));
    expect(languages).toEqual([
      `${base}/phone?language=en#/pair?code=k7`,
      `${base}/phone?language=de#/pair?code=k7`,
    ]);

    // Simulates the installed CA: from here on, TLS with the hub succeeds.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Security.setIgnoreCertificateErrors", { ignore: true });
    await page.getByText("Ready. This device trusts your hub.").waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await link.getAttribute("href")).toMatch(expected);
    expect(refused).toEqual([]);
  } finally {
    await browser.close();
  }
});

test("without JavaScript, the page has every link and hides the status", async () => {
  const page = await (await fetch(`${base}/phone`)).text();
  for (const path of ["/ca.mobileconfig", "/ca.crt", "/ca.pem"]) {
    expect(page).toContain(`href="${path}"`);
  }
  expect(page).toMatch(/class="status"[^>]* hidden>/);
});

async function violations(page: import("playwright").Page): Promise<string[]> {
  const { default: axe } = await import("axe-core");
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations: found } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
    return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}
