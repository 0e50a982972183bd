import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Check } from "../doctor/check.ts";
import { answering, listen, start, startReceiver } from "../testing/receivers.ts";
import { type Made, makeCertificate } from "../tests/certificates.ts";
import { scanhook, scanhookHere } from "../tests/command-line.ts";

const credentials = { user: "phone", password: "right" };
const login = ["--user", "phone", "--password", "right"];
const cors = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "content-type, authorization",
  "access-control-expose-headers": "WWW-Authenticate",
};

let folder: string;
let authority: Made;
let caFile: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scanhook-doctor-"));
  authority = await makeCertificate({ name: "House CA", isAuthority: true, toDay: 400 });
  caFile = join(folder, "ca.pem");
  await writeFile(caFile, authority.cert);
});
afterAll(() => rm(folder, { recursive: true }));

type Report = { verdict: string; accepted: boolean; checks: Check[]; code: number | null };

async function examine(url: string, ...args: string[]): Promise<Report> {
  // --ca changes what a whole process trusts.
  const run = await (args.includes("--ca") ? scanhook : scanhookHere)([
    "doctor",
    url,
    "--json",
    ...args,
  ]);
  expect(run.stderr).toBe("");
  return { ...JSON.parse(run.stdout), code: run.code };
}

/** Everything it found fault with, as text. */
function faults({ checks }: Report, group: Check["group"]): string {
  return checks
    .filter((check) => check.group === group && check.level !== "ok")
    .map(({ level, text, advice }) => `${level}: ${text} → ${advice}`)
    .join("\n");
}

test("a receiver by the contract over https is well: one scan is sent and accepted", async () => {
  const made = await makeCertificate({ name: "hub", by: authority, names: ["localhost"] });
  const tls = { cert: made.cert, key: made.key };
  await using receiver = await startReceiver({ credentials, reply: "thanks", tls });
  const run = await scanhook(["doctor", receiver.url, "--ca", caFile, ...login]);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(run.stdout).toMatch(/ok +certificate +TLS 1.3, certificate by House CA for localhost/);
  expect(run.stdout).toMatch(/ok +log-in +It asks for user name and password/);
  expect(run.stdout).toMatch(/ok +answer .*sent and accepted \(200\); it says: thanks/);
  expect(run.stdout).toMatch(/ok +web page/);
  expect(run.stdout).toMatch(/\nScans arrive here, with one warning\.\n$/);
  expect(run.stdout).not.toContain("\u001b");
  expect(receiver.scans.map(({ content }) => content)).toEqual(["Scanhook doctor"]);
});

test("--no-send sends nothing and says what stayed unchecked", async () => {
  await using receiver = await startReceiver();
  const run = await scanhook(["doctor", receiver.url, "--no-send"]);
  expect(run.code).toBe(0);
  expect(run.stdout).toMatch(
    /none was sent \(--no-send\), so log-in and acceptance are unchecked\.\n$/,
  );
  expect(receiver.requests.map(({ method }) => method)).not.toContain("POST");
});

test("a challenge without credentials given is a warning, wrong ones are a problem", async () => {
  await using receiver = await startReceiver({ credentials });
  const without = await examine(receiver.url);
  expect(without).toMatchObject({ verdict: "warning", accepted: false, code: 0 });
  expect(faults(without, "log-in")).toMatch(/^warning: None were given/);
  const wrong = await examine(receiver.url, "--user", "phone", "--password", "wrong");
  expect(wrong).toMatchObject({ verdict: "problem", accepted: false, code: 1 });
  expect(faults(wrong, "log-in")).toMatch(/^problem: It does not accept .*user phone/);
});

const neverChallenges: [string, Parameters<typeof answering>, RegExp][] = [
  ["401 without a challenge", [401, cors], /^problem: .*never challenges.*Scanhook hub in front/],
  ["another scheme", [401, { ...cors, "www-authenticate": "Bearer" }], /^problem: .*“bearer”/],
  ["403", [403, cors], /^problem: .*refuses \(403\).*never challenges.*hub in front/],
  ["400", [400, cors], /^problem: .*refuses \(400\)/],
  ["2xx whatever the password", [204, cors], /^warning: It never asks for/],
];

test.each(neverChallenges)(
  "%s: the password would never be asked for",
  async (_, answer, fault) => {
    await using receiver = await start(answering(...answer));
    const report = await examine(receiver.url, ...login);
    expect(faults(report, "log-in")).toMatch(fault);
    expect(report.code).toBe(fault.source.startsWith("^problem") ? 1 : 0);
  },
);

const html = { ...cors, "content-type": "text/html" };
const json = { ...cors, "content-type": "application/json" };
const hubError = (code: string) => JSON.stringify({ error: { code, message: "A sentence." } });

const answers: [string, Parameters<typeof answering>, string | RegExp][] = [
  [
    "a redirect",
    [301, { ...cors, location: "/in/scans/" }],
    /redirects \(301\).*final address: http:\/\/localhost:\d+\/in\/scans\//,
  ],
  [
    "another media type",
    [415, cors],
    /with 415\. → Let the receiver take Content-Type: application\/json/,
  ],
  [
    "an error",
    [500, { ...cors, "content-type": "text/plain" }, "out of\nmemory"],
    /with 500\. It says: out of memory → .*its log/,
  ],
  ["a web page", [200, html, "<h1>Log in</h1>"], /^warning: The answer is a web page/],
  ["ok: false", [200, json, '{"ok":false,"message":"twice"}'], /^warning: .*"ok": false/],
  [
    "a hub without that inbox",
    [404, json, hubError("no-such-inbox")],
    /A sentence\. → .*scanhook inbox add scans --data/,
  ],
  ["a hub with a full disk", [503, json, hubError("store-unavailable")], /disk is full/],
];

test.each(answers)("%s is explained", async (_, answer, fault) => {
  await using receiver = await start(answering(...answer));
  expect(faults(await examine(receiver.url), "answer")).toMatch(fault);
});

test("a receiver that never answers is a problem after the time given", async () => {
  await using receiver = await start(() => undefined);
  const report = await examine(receiver.url, "--timeout", "0.5");
  expect(faults(report, "answer")).toMatch(/^problem: It does not answer within 0.5 seconds/);
});

test("an answer that never ends counts when its head is there", async () => {
  await using receiver = await start((request, response) => {
    request.resume();
    response.writeHead(200, { ...cors, "content-type": "text/plain" });
    const more = setInterval(() => response.write("more ".repeat(10_000)), 5);
    response.on("close", () => clearInterval(more));
  });
  expect(await examine(receiver.url, "--timeout", "300")).toMatchObject({
    accepted: true,
    code: 0,
  });
});

test("a chunked answer without Content-Length is fine", async () => {
  await using receiver = await start((request, response) => {
    request.resume();
    response.writeHead(200, { ...json, "transfer-encoding": "chunked" });
    response.write('{"message":');
    response.end('"thanks"}');
  });
  const report = await examine(receiver.url);
  expect(report.checks.find(({ group }) => group === "answer")?.text).toMatch(/it says: thanks$/);
});

test("missing CORS headers are a warning that names each, since native apps do not need them", async () => {
  await using receiver = await start(answering(401, { "www-authenticate": "Basic" }));
  const report = await examine(receiver.url);
  expect(faults(report, "web page")).toMatch(
    /^warning: .*OPTIONS is answered with 401; its answer 401 cannot be read by the page\. → .*hub in front/,
  );
  await using star = await start((request, response) => {
    const open = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
    answering(request.method === "OPTIONS" ? 204 : 401, { ...open, "www-authenticate": "Basic" })(
      request,
      response,
    );
  });
  expect(faults(await examine(star.url), "web page")).toMatch(
    /does not allow the header authorization.*cannot see WWW-Authenticate on the 401/,
  );
  const home = await examine(star.url, "--origin", new URL(star.url).origin);
  expect(faults(home, "web page")).toBe("");
});

test("a receiver that refuses foreign pages but not apps is told apart", async () => {
  await using receiver = await start((request, response) => {
    answering(request.headers.origin ? 403 : 204, cors)(request, response);
  });
  const report = await examine(receiver.url);
  expect(report).toMatchObject({ accepted: true, code: 0 });
  expect(faults(report, "answer")).toMatch(/^warning: It refuses \(403\) what a web page/);
});

test("a clock that is wrong and an answer that takes long are warnings", async () => {
  await using receiver = await start((request, response) => {
    const date = new Date(Date.now() - 7_200_000).toUTCString();
    answering(204, { ...cors, date })(request, response);
  });
  const report = await examine(receiver.url);
  expect(faults(report, "time")).toMatch(/^warning: The receiver's clock is 2 hours behind/);
});

const badCertificates: [string, () => Promise<Made>, RegExp][] = [
  [
    "self-signed",
    () => makeCertificate({ name: "hub", names: ["localhost"] }),
    /vouches for itself/,
  ],
  [
    "expired",
    () =>
      makeCertificate({ name: "hub", by: authority, names: ["localhost"], fromDay: -9, toDay: -2 }),
    /expired on \d{4}-\d\d-\d\d/,
  ],
  [
    "not valid yet",
    () => makeCertificate({ name: "hub", by: authority, names: ["localhost"], fromDay: 2 }),
    /only valid from/,
  ],
  [
    "for another name",
    () => makeCertificate({ name: "hub", by: authority, names: ["hub.example"] }),
    /not for localhost, but for hub\.example/,
  ],
  [
    "named the old way",
    () => makeCertificate({ name: "localhost", by: authority }),
    /old place \(CN\)/,
  ],
  [
    "valid for too long",
    () => makeCertificate({ name: "hub", by: authority, names: ["localhost"], toDay: 1000 }),
    /iPhones refuse more than 825/,
  ],
  [
    "for a weak key",
    () => makeCertificate({ name: "hub", by: authority, names: ["localhost"], weakKey: true }),
    /only 1024 bits/,
  ],
];

test.each(badCertificates)("a certificate that is %s is a problem", async (_, make, fault) => {
  const { cert, key } = await make();
  await using receiver = await startReceiver({ tls: { cert, key, ciphers: "DEFAULT@SECLEVEL=0" } });
  const report = await examine(receiver.url, "--ca", caFile);
  expect(faults(report, "certificate")).toMatch(fault);
  expect(report.code).toBe(1);
  expect(receiver.requests).toEqual([]);
});

test("an authority that is unknown here is a problem, and one certificate alone may lack its chain", async () => {
  const made = await makeCertificate({ name: "hub", by: authority, names: ["localhost"] });
  await using alone = await startReceiver({ tls: { cert: made.cert, key: made.key } });
  expect(faults(await examine(alone.url), "certificate")).toMatch(/full chain.*--ca/);
  const chain = `${made.cert}\n${authority.cert}`;
  await using whole = await startReceiver({ tls: { cert: chain, key: made.key } });
  expect(faults(await examine(whole.url), "certificate")).toMatch(
    /House CA, an authority that this computer does not know/,
  );
});

test("a certificate near its end is a warning", async () => {
  const { cert, key } = await makeCertificate({
    name: "hub",
    by: authority,
    names: ["localhost"],
    toDay: 5,
  });
  await using receiver = await startReceiver({ tls: { cert, key } });
  const report = await examine(receiver.url, "--ca", caFile);
  expect(faults(report, "certificate")).toMatch(/^warning: .*expires on .* in [45] days/);
  expect(report).toMatchObject({ accepted: true, code: 0 });
});

test("old TLS, plain http on the https port and a silent port are told apart", async () => {
  const { cert, key } = await makeCertificate({ name: "hub", by: authority, names: ["localhost"] });
  const tls = {
    cert,
    key,
    minVersion: "TLSv1",
    maxVersion: "TLSv1.1",
    ciphers: "DEFAULT@SECLEVEL=0",
  } as const;
  await using old = await startReceiver({ tls });
  expect(faults(await examine(old.url), "certificate")).toMatch(/speaks only TLS 1\.1/);
  await using plain = await startReceiver();
  const asHttps = plain.url.replace("http:", "https:");
  expect(faults(await examine(asHttps), "certificate")).toMatch(/not https; it may be plain http/);
  const silent = createServer();
  const port = await listen(silent);
  const report = await examine(`https://localhost:${port}`, "--timeout", "0.3");
  expect(faults(report, "certificate")).toMatch(/does not answer to TLS/);
  silent.close();
});

test("a name that does not exist, a port where nothing listens and http to others are problems", async () => {
  expect(faults(await examine("https://nobody.invalid/x"), "name")).toMatch(/^problem/);
  const gone = await start(() => undefined);
  await gone[Symbol.asyncDispose]();
  const nobody = await examine(gone.url.replace("localhost", "127.0.0.1"));
  expect(faults(nobody, "connection")).toMatch(
    /^problem: Nothing listens at 127\.0\.0\.1:\d+\. → Start/,
  );
  const clear = await examine("http://0.0.0.0:9/x");
  expect(faults(clear, "address")).toMatch(/^problem: .*http:\/\//);
  expect(faults(clear, "name")).toMatch(/^problem: 0\.0\.0\.0/);
});

test.each([
  ["nothing", [], "URL is missing"],
  ["no scheme", ["hub.example/in/x"], "did you mean https://hub.example/in/x?"],
  ["another scheme", ["ftp://hub.example"], "it starts with https://"],
  ["a password in the address", ["https://a:b@hub.example"], "Leave user name and password out"],
  ["a bad origin", ["https://hub.example", "--origin", "hub"], "--origin is an address"],
])("%s is wrong use", async (_, args, sentence) => {
  const run = await scanhookHere(["doctor", ...args]);
  expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(sentence) });
  expect(run.stderr).toContain("Usage: scanhook doctor URL");
});
