import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Check } from "../doctor/check.ts";
import { makeCertificate, type TestCertificate } from "../testing/certificates.ts";
import { runScanhook, runScanhookProcess } from "../testing/command-line.ts";
import { listenOnFreePort, respondWith, startReceiver, startServer } from "../testing/receivers.ts";

const credentials = { user: "phone", password: "right" };
const login = ["--user", "phone", "--password", "right"];
const cors = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "content-type, authorization",
  "access-control-expose-headers": "WWW-Authenticate",
};

let folder: string;
let authority: TestCertificate;
let caFile: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanhook-doctor-"));
  authority = await makeCertificate({ name: "House CA", isAuthority: true, validToDay: 400 });
  caFile = join(folder, "ca.pem");
  await writeFile(caFile, authority.cert);
});
afterAll(() => rm(folder, { recursive: true }));

type DoctorResult = { verdict: string; accepted: boolean; checks: Check[]; code: number | null };

/** Runs `scanhook doctor --json`. Returns its report and its exit code. */
async function runDoctor(url: string, ...args: string[]): Promise<DoctorResult> {
  // Runs in a separate process, because --ca changes the trust of the whole process.
  const run = await (args.includes("--ca") ? runScanhookProcess : runScanhook)([
    "doctor",
    url,
    "--json",
    ...args,
  ]);
  expect(run.stderr).toBe("");
  return { ...JSON.parse(run.stdout), code: run.code };
}

/** Returns the warnings and problems of a group as `level: text → advice`, one on each line. */
function formatFaults({ checks }: DoctorResult, group: Check["group"]): string {
  return checks
    .filter((check) => check.group === group && check.level !== "ok")
    .map(({ level, text, advice }) => `${level}: ${text} → ${advice}`)
    .join("\n");
}

test("doctor reports no problem for a receiver over https that follows the contract, and sends one scan", async () => {
  const certificate = await makeCertificate({
    name: "hub",
    issuer: authority,
    dnsNames: ["localhost"],
  });
  const tls = { cert: certificate.cert, key: certificate.key };
  await using receiver = await startReceiver({ credentials, reply: "thanks", tls });
  const run = await runScanhookProcess(["doctor", receiver.url, "--ca", caFile, ...login]);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(run.stdout).toMatch(/ok +certificate +TLS 1.3, certificate by House CA for localhost/);
  expect(run.stdout).toMatch(/ok +log-in +The receiver asks for a user name and password/);
  expect(run.stdout).toMatch(/ok +answer .*sent and accepted \(200\)\. The receiver says: thanks/);
  expect(run.stdout).toMatch(/ok +web page/);
  expect(run.stdout).toMatch(/\nScans arrive here, with one warning\.\n$/);
  expect(run.stdout).not.toContain("\u001b");
  expect(receiver.scans.map(({ content }) => content)).toEqual(["Scanhook doctor"]);
});

test("doctor --no-send sends no scan and reports that log-in and acceptance are unchecked", async () => {
  await using receiver = await startReceiver();
  const run = await runScanhookProcess(["doctor", receiver.url, "--no-send"]);
  expect(run.code).toBe(0);
  expect(run.stdout).toMatch(
    /no scan was sent \(--no-send\), so log-in and acceptance are unchecked\.\n$/,
  );
  expect(receiver.requests.map(({ method }) => method)).not.toContain("POST");
});

test("a challenge is a warning without credentials and a problem with wrong credentials", async () => {
  await using receiver = await startReceiver({ credentials });
  const withoutCredentials = await runDoctor(receiver.url);
  expect(withoutCredentials).toMatchObject({ verdict: "warning", accepted: false, code: 0 });
  expect(formatFaults(withoutCredentials, "log-in")).toMatch(
    /^warning: No user name and password were given/,
  );
  const withWrongPassword = await runDoctor(receiver.url, "--user", "phone", "--password", "wrong");
  expect(withWrongPassword).toMatchObject({ verdict: "problem", accepted: false, code: 1 });
  expect(formatFaults(withWrongPassword, "log-in")).toMatch(
    /^problem: The receiver does not accept .*user phone/,
  );
});

const neverChallenges: [string, Parameters<typeof respondWith>, RegExp][] = [
  ["401 without a challenge", [401, cors], /^problem: .*never challenges.*Scanhook hub in front/],
  [
    "401 with another scheme",
    [401, { ...cors, "www-authenticate": "Bearer" }],
    /^problem: .*“bearer”/,
  ],
  ["403", [403, cors], /^problem: .*refuses \(403\).*never challenges.*hub in front/],
  ["400", [400, cors], /^problem: .*refuses \(400\)/],
  ["204 without a log-in", [204, cors], /^warning: The receiver never asks for/],
];

test.each(neverChallenges)(
  "doctor reports that a receiver that responds with %s never asks for the password",
  async (_, response, fault) => {
    await using receiver = await startServer(respondWith(...response));
    const report = await runDoctor(receiver.url, ...login);
    expect(formatFaults(report, "log-in")).toMatch(fault);
    expect(report.code).toBe(fault.source.startsWith("^problem") ? 1 : 0);
  },
);

const html = { ...cors, "content-type": "text/html" };
const json = { ...cors, "content-type": "application/json" };
const hubError = (code: string) => JSON.stringify({ error: { code, message: "A sentence." } });

const responses: [string, Parameters<typeof respondWith>, string | RegExp][] = [
  [
    "a redirect",
    [301, { ...cors, location: "/in/scans/" }],
    /redirects \(301\).*final address: http:\/\/localhost:\d+\/in\/scans\//,
  ],
  [
    "415 Unsupported Media Type",
    [415, cors],
    /with 415\. → Let the receiver accept Content-Type: application\/json/,
  ],
  [
    "500 with a text",
    [500, { ...cors, "content-type": "text/plain" }, "out of\nmemory"],
    /with 500\. The receiver says: out of memory → .*its log/,
  ],
  ["a web page", [200, html, "<h1>Log in</h1>"], /^warning: The response is a web page/],
  ["ok: false", [200, json, '{"ok":false,"message":"twice"}'], /^warning: .*"ok": false/],
  [
    "a hub without that inbox",
    [404, json, hubError("no-such-inbox")],
    /A sentence\. → .*scanhook inbox add scans --data/,
  ],
  ["a hub with a full disk", [503, json, hubError("store-unavailable")], /disk is full/],
];

test.each(responses)("doctor explains the response %s", async (_, response, fault) => {
  await using receiver = await startServer(respondWith(...response));
  expect(formatFaults(await runDoctor(receiver.url), "answer")).toMatch(fault);
});

test("doctor reports a receiver that never responds as a problem after the timeout", async () => {
  await using receiver = await startServer(() => undefined);
  const report = await runDoctor(receiver.url, "--timeout", "0.5");
  expect(formatFaults(report, "answer")).toMatch(
    /^problem: The receiver does not respond within 0.5 seconds/,
  );
});

test("doctor counts a scan as accepted when the headers of an endless response have arrived", async () => {
  await using receiver = await startServer((request, response) => {
    request.resume();
    response.writeHead(200, { ...cors, "content-type": "text/plain" });
    const writing = setInterval(() => response.write("more ".repeat(10_000)), 5);
    response.on("close", () => clearInterval(writing));
  });
  expect(await runDoctor(receiver.url, "--timeout", "300")).toMatchObject({
    accepted: true,
    code: 0,
  });
});

test("doctor shows the reply in a chunked response without Content-Length", async () => {
  await using receiver = await startServer((request, response) => {
    request.resume();
    response.writeHead(200, { ...json, "transfer-encoding": "chunked" });
    response.write('{"message":');
    response.end('"thanks"}');
  });
  const report = await runDoctor(receiver.url);
  expect(report.checks.find(({ group }) => group === "answer")?.text).toMatch(
    /The receiver says: thanks$/,
  );
});

test("doctor warns about each missing CORS header, except for a page with the address of the receiver", async () => {
  await using receiver = await startServer(respondWith(401, { "www-authenticate": "Basic" }));
  const report = await runDoctor(receiver.url);
  expect(formatFaults(report, "web page")).toMatch(
    /^warning: .*the receiver responds to OPTIONS with 401; the page cannot read the response 401\. → .*hub in front/,
  );
  await using wildcardReceiver = await startServer((request, response) => {
    const wildcards = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
    respondWith(request.method === "OPTIONS" ? 204 : 401, {
      ...wildcards,
      "www-authenticate": "Basic",
    })(request, response);
  });
  expect(formatFaults(await runDoctor(wildcardReceiver.url), "web page")).toMatch(
    /does not allow the header authorization.*cannot see WWW-Authenticate on the 401/,
  );
  const sameOrigin = await runDoctor(
    wildcardReceiver.url,
    "--origin",
    new URL(wildcardReceiver.url).origin,
  );
  expect(formatFaults(sameOrigin, "web page")).toBe("");
});

test("doctor warns about a receiver that refuses web pages but accepts scans from apps", async () => {
  await using receiver = await startServer((request, response) => {
    respondWith(request.headers.origin ? 403 : 204, cors)(request, response);
  });
  const report = await runDoctor(receiver.url);
  expect(report).toMatchObject({ accepted: true, code: 0 });
  expect(formatFaults(report, "answer")).toMatch(
    /^warning: The receiver refuses \(403\) a scan from a web page/,
  );
});

test("doctor warns about a receiver whose clock is two hours behind", async () => {
  await using receiver = await startServer((request, response) => {
    const twoHoursMs = 2 * 3_600_000;
    const date = new Date(Date.now() - twoHoursMs).toUTCString();
    respondWith(204, { ...cors, date })(request, response);
  });
  const report = await runDoctor(receiver.url);
  expect(formatFaults(report, "time")).toMatch(/^warning: The receiver's clock is 2 hours behind/);
});

const badCertificates: [string, () => Promise<TestCertificate>, RegExp][] = [
  [
    "self-signed",
    () => makeCertificate({ name: "hub", dnsNames: ["localhost"] }),
    /is self-signed/,
  ],
  [
    "expired",
    () =>
      makeCertificate({
        name: "hub",
        issuer: authority,
        dnsNames: ["localhost"],
        validFromDay: -9,
        validToDay: -2,
      }),
    /expired on \d{4}-\d\d-\d\d/,
  ],
  [
    "not valid yet",
    () =>
      makeCertificate({ name: "hub", issuer: authority, dnsNames: ["localhost"], validFromDay: 2 }),
    /only valid from/,
  ],
  [
    "for another name",
    () => makeCertificate({ name: "hub", issuer: authority, dnsNames: ["hub.example"] }),
    /not for localhost, but for hub\.example/,
  ],
  [
    "for a name in the field CN only",
    () => makeCertificate({ name: "localhost", issuer: authority }),
    /obsolete field CN/,
  ],
  [
    "valid for too long",
    () =>
      makeCertificate({
        name: "hub",
        issuer: authority,
        dnsNames: ["localhost"],
        validToDay: 1000,
      }),
    /iPhones refuse more than 825/,
  ],
  [
    "for an RSA key of 1024 bits",
    () =>
      makeCertificate({
        name: "hub",
        issuer: authority,
        dnsNames: ["localhost"],
        hasWeakKey: true,
      }),
    /only 1024 bits/,
  ],
];

test.each(badCertificates)(
  "doctor reports a certificate that is %s as a problem and sends no request",
  async (_, createCertificate, fault) => {
    const { cert, key } = await createCertificate();
    await using receiver = await startReceiver({
      tls: { cert, key, ciphers: "DEFAULT@SECLEVEL=0" },
    });
    const report = await runDoctor(receiver.url, "--ca", caFile);
    expect(formatFaults(report, "certificate")).toMatch(fault);
    expect(report.code).toBe(1);
    expect(receiver.requests).toEqual([]);
  },
);

test("doctor reports an unknown authority as a problem, and hints at a missing chain when the receiver sends one certificate", async () => {
  const certificate = await makeCertificate({
    name: "hub",
    issuer: authority,
    dnsNames: ["localhost"],
  });
  await using withoutChain = await startReceiver({
    tls: { cert: certificate.cert, key: certificate.key },
  });
  expect(formatFaults(await runDoctor(withoutChain.url), "certificate")).toMatch(
    /full chain.*--ca/,
  );
  const chain = `${certificate.cert}\n${authority.cert}`;
  await using withChain = await startReceiver({ tls: { cert: chain, key: certificate.key } });
  expect(formatFaults(await runDoctor(withChain.url), "certificate")).toMatch(
    /House CA, an authority that this computer does not know/,
  );
});

test("doctor warns about a certificate that expires in five days, and the scan is accepted", async () => {
  const { cert, key } = await makeCertificate({
    name: "hub",
    issuer: authority,
    dnsNames: ["localhost"],
    validToDay: 5,
  });
  await using receiver = await startReceiver({ tls: { cert, key } });
  const report = await runDoctor(receiver.url, "--ca", caFile);
  expect(formatFaults(report, "certificate")).toMatch(/^warning: .*expires on .* in [45] days/);
  expect(report).toMatchObject({ accepted: true, code: 0 });
});

test("doctor distinguishes old TLS, plain http on the https port and a port that does not respond to TLS", async () => {
  const { cert, key } = await makeCertificate({
    name: "hub",
    issuer: authority,
    dnsNames: ["localhost"],
  });
  const tls = {
    cert,
    key,
    minVersion: "TLSv1",
    maxVersion: "TLSv1.1",
    ciphers: "DEFAULT@SECLEVEL=0",
  } as const;
  await using oldTls = await startReceiver({ tls });
  expect(formatFaults(await runDoctor(oldTls.url), "certificate")).toMatch(
    /supports only TLS 1\.1/,
  );
  await using plainHttp = await startReceiver();
  const asHttps = plainHttp.url.replace("http:", "https:");
  expect(formatFaults(await runDoctor(asHttps), "certificate")).toMatch(
    /does not use https\. It may use plain http/,
  );
  const silent = createServer();
  const port = await listenOnFreePort(silent);
  const report = await runDoctor(`https://localhost:${port}`, "--timeout", "0.3");
  expect(formatFaults(report, "certificate")).toMatch(/does not respond to TLS/);
  silent.close();
});

test("doctor reports an unknown name, a closed port and plain http to an address other than loopback as problems", async () => {
  expect(formatFaults(await runDoctor("https://nobody.invalid/x"), "name")).toMatch(/^problem/);
  const stopped = await startServer(() => undefined);
  await stopped[Symbol.asyncDispose]();
  const closedPort = await runDoctor(stopped.url.replace("localhost", "127.0.0.1"));
  expect(formatFaults(closedPort, "connection")).toMatch(
    /^problem: Nothing listens at 127\.0\.0\.1:\d+\. → Start/,
  );
  const unencrypted = await runDoctor("http://0.0.0.0:9/x");
  expect(formatFaults(unencrypted, "address")).toMatch(/^problem: .*http:\/\//);
  expect(formatFaults(unencrypted, "name")).toMatch(/^problem: 0\.0\.0\.0/);
});

test.each([
  ["no URL", [], "URL is missing"],
  ["a URL without a scheme", ["hub.example/in/x"], "did you mean https://hub.example/in/x?"],
  ["a URL with another scheme", ["ftp://hub.example"], "it starts with https://"],
  ["a password in the address", ["https://a:b@hub.example"], "Leave user name and password out"],
  ["a bad origin", ["https://hub.example", "--origin", "hub"], "--origin is an address"],
])("doctor with %s is wrong use", async (_, args, sentence) => {
  const run = await runScanhook(["doctor", ...args]);
  expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(sentence) });
  expect(run.stderr).toContain("Usage: scanhook doctor URL");
});
