import type { JWTPayload } from "jose";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startTestHub, type TestHub } from "../../testing/test-hub.ts";
import { runForgingProvider, sendJson } from "./testing/forging-provider.ts";
import { clientSecret, publicUrl } from "./testing/run-provider.ts";
import { startSsoHub } from "./testing/start-sso-hub.ts";
import { TestBrowser } from "./testing/test-browser.ts";

let provider: Awaited<ReturnType<typeof runForgingProvider>>;
let hub: TestHub;

beforeEach(async () => {
  provider = await runForgingProvider();
  hub = await startSsoHub(provider);
});
afterEach(async () => {
  await hub[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

/** Logs in with the answers of the provider. Returns how it ended, and what the log says of it. */
async function tryLogin(parameters: Record<string, string> = {}) {
  const browser = new TestBrowser(hub);
  const begun = await browser.open("/sso/login", ({ origin }) => origin === provider.issuer);
  if (begun.url.hash !== "") return { end: begun.url.hash, reason: readReason() };
  provider.nonce = begun.url.searchParams.get("nonce")!;
  const state = begun.url.searchParams.get("state")!;
  const callback = new URL("/sso/callback", publicUrl);
  callback.search = new URLSearchParams({ code: "code", state, ...parameters }).toString();
  const { url } = await browser.open(callback.href);
  const { loggedIn, person } = await browser.session();
  expect(loggedIn).toBe(url.hash === "#/");
  return { end: url.hash, reason: readReason(), person };
}

function readReason(): string | undefined {
  const lines = hub.logged.join("").split("\n");
  const line = lines.findLast((text) => text.includes("a log-in at the provider failed"));
  return line && JSON.parse(line).reason;
}

test("a right answer logs in", async () => {
  expect(await tryLogin()).toMatchObject({ end: "#/", reason: undefined });
  provider.metadata = { authorization_response_iss_parameter_supported: true };
  expect((await tryLogin({ iss: provider.issuer })).end).toBe("#/");
});

const past = Math.floor(Date.now() / 1000) - 3600;

test("an ID token with a wrong claim logs nobody in", async () => {
  const forgeries: [string, (claims: JWTPayload) => JWTPayload][] = [
    ["nonce", (claims) => ({ ...claims, nonce: "another" })],
    ["nonce", ({ nonce: _, ...claims }) => claims],
    ["iss", (claims) => ({ ...claims, iss: "https://other.example" })],
    ["aud", (claims) => ({ ...claims, aud: "another-client" })],
    ["azp", (claims) => ({ ...claims, aud: ["scanhook", "b"], azp: "b" })],
    ["exp", (claims) => ({ ...claims, exp: past, iat: past - 60 })],
    ["nbf", (claims) => ({ ...claims, nbf: past + 86_400 })],
    ["sub", ({ sub: _, ...claims }) => claims],
  ];
  for (const [claim, forge] of forgeries) {
    provider.idToken = (claims) => provider.sign(forge(claims));
    const { end, reason } = await tryLogin();
    expect([claim, end]).toEqual([claim, "#/login?problem=sso-failed"]);
    expect(reason).toMatch(new RegExp(`"${claim}"`));
  }
});

test("an ID token that the provider has not signed logs nobody in", async () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  for (const idToken of [
    (claims: JWTPayload) => provider.signWithOtherKey(claims),
    (claims: JWTPayload) => `${encode({ alg: "none" })}.${encode(claims)}.`,
    async (claims: JWTPayload) => {
      const { createHmac } = await import("node:crypto");
      const signed = `${encode({ alg: "HS256" })}.${encode(claims)}`;
      return `${signed}.${createHmac("sha256", clientSecret).update(signed).digest("base64url")}`;
    },
    async (claims: JWTPayload) => {
      const [header, , signature] = (await provider.sign(claims)).split(".");
      return `${header}.${encode({ ...claims, groups: ["bosses"] })}.${signature}`;
    },
    () => "x",
  ]) {
    provider.idToken = idToken;
    expect((await tryLogin()).end).toBe("#/login?problem=sso-failed");
  }
  provider.answers.set("/token", (_request, response) =>
    sendJson(response, { access_token: "access", token_type: "Bearer" }),
  );
  expect((await tryLogin()).end).toBe("#/login?problem=sso-failed");
});

test("an answer in the name of another issuer, or in nobody's, is refused (RFC 9207)", async () => {
  provider.metadata = { authorization_response_iss_parameter_supported: true };
  for (const iss of [{ iss: "https://other.example" }, {}] as Record<string, string>[]) {
    const { end, reason } = await tryLogin(iss);
    expect([end, reason]).toEqual(["#/login?problem=sso-failed", expect.stringContaining("iss")]);
  }
});

test("userinfo about somebody else is refused, and the ID token takes precedence", async () => {
  provider.metadata = { userinfo_endpoint: `${provider.issuer}/userinfo` };
  provider.idToken = ({ groups: _, ...claims }) => provider.sign(claims);
  const answer = (value: object) =>
    provider.answers.set("/userinfo", (_request, response) => sendJson(response, value));
  answer({ sub: "eve", groups: ["bosses"] });
  expect((await tryLogin()).end).toBe("#/login?problem=sso-failed");
  answer({ sub: "ada", groups: ["bosses"], name: "Eve", iss: "https://other.example" });
  expect((await tryLogin()).person).toMatchObject({
    name: "Ada",
    role: "owner",
    sso: { issuer: provider.issuer, subject: "ada" },
  });
});

test("a provider that calls itself otherwise is not used, and the log says what to set", async () => {
  const { issuer } = provider;
  await using other = await startSsoHub({ issuer });
  provider.metadata = { issuer: `${issuer}/realm` };
  const browser = new TestBrowser(other);
  const { url } = await browser.open("/sso/login");
  expect(url.hash).toBe("#/login?problem=sso-failed");
  expect(other.logged.join("")).toContain(
    `The provider at ${issuer} calls itself ${issuer}/realm; set sso-issuer to exactly that.`,
  );
});

test("endpoints without https, redirects and long answers are refused", async () => {
  provider.metadata = { authorization_endpoint: "http://other.example/authorize" };
  expect((await tryLogin()).end).toBe("#/login?problem=sso-failed");
  provider.metadata = { authorization_endpoint: "javascript:alert(1)" };
  expect((await tryLogin()).end).toBe("#/login?problem=sso-failed");
  provider.metadata = {};
  provider.answers.set("/token", (_request, response) =>
    response.writeHead(307, { location: `${provider.issuer}/elsewhere` }).end(),
  );
  let isElsewhereAsked = false;
  provider.answers.set("/elsewhere", (_request, response) => {
    isElsewhereAsked = true;
    response.end();
  });
  expect((await tryLogin()).end).toBe("#/login?problem=sso-failed");
  expect(isElsewhereAsked).toBe(false);
  provider.answers.set("/token", (_request, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(" ".repeat(1_100_000)),
  );
  expect(await tryLogin()).toMatchObject({
    end: "#/login?problem=sso-unreachable",
    reason: expect.stringMatching(/responded with more than 1 MiB\.$/),
  });
});

test("errors, silence and metadata services end in one sentence", async () => {
  provider.answers.set("/token", (_request, response) => response.writeHead(503).end("<html>"));
  expect(await tryLogin()).toMatchObject({
    end: "#/login?problem=sso-unreachable",
    reason: `${new URL(provider.issuer).host} responded with 503.`,
  });
  provider.answers.set("/token", (_request, response) =>
    response
      .writeHead(401, { "content-type": "application/json" })
      .end('{"error":"invalid_client"}'),
  );
  const wrongSecret = await tryLogin();
  expect(wrongSecret.end).toBe("#/login?problem=sso-failed");
  expect(wrongSecret.reason).toContain("invalid_client");
  provider.answers.set("/token", () => {});
  const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException("late", "TimeoutError")), 200);
    return controller.signal;
  });
  const silent = await tryLogin();
  timeout.mockRestore();
  expect(silent).toMatchObject({
    end: "#/login?problem=sso-unreachable",
    reason: expect.stringMatching(/did not answer within 10 seconds\.$/),
  });
  await using forbidden = await startSsoHub({ issuer: "https://169.254.169.254" });
  const { url } = await new TestBrowser(forbidden).open("/sso/login");
  expect(url.hash).toBe("#/login?problem=sso-unreachable");
  expect(forbidden.logged.join("")).toContain("the metadata service of a cloud");
});

test("the log holds no token, code or secret", async () => {
  provider.idToken = (claims) => provider.sign({ ...claims, nonce: "another" });
  await tryLogin({ code: "code-of-the-log-in" });
  provider.answers.set("/token", (_request, response) =>
    response
      .writeHead(400, { "content-type": "application/json" })
      .end('{"error":"invalid_grant","error_description":"code-of-the-log-in"}'),
  );
  await tryLogin({ code: "code-of-the-log-in" });
  const log = hub.logged.join("");
  for (const secret of ["code-of-the-log-in", "eyJ", clientSecret, provider.nonce])
    expect(log).not.toContain(secret);
});

test("without a name in public-url, the hub starts, offers no provider, and logs why", async () => {
  const issuer = ["--sso-issuer", provider.issuer, "--sso-client-id", "a"];
  for (const publicUrlOption of [[], ["--public-url", "https://192.168.1.5"]]) {
    await using nameless = await startTestHub(
      ...issuer,
      "--sso-roles",
      "*=desk",
      ...publicUrlOption,
    );
    const response = await fetch(`${nameless.base}/api/session`);
    expect(await response.json()).not.toHaveProperty("sso");
    expect((await fetch(`${nameless.base}/sso/login`)).status).toBe(404);
    expect(nameless.logged.join("")).toMatch(
      /Single sign-on (needs a name|does not work at an IP)/,
    );
  }
});
