import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeCertificate } from "../testing/certificates.ts";
import { runScanhook, runScanhookProcess } from "../testing/command-line.ts";
import { formatFaults, runDoctor } from "../testing/doctor.ts";
import { startReceiver, startServer } from "../testing/receivers.ts";

test("doctor reports no problem for a receiver over https that follows the contract, and sends one scan", async () => {
  const folder = await mkdtemp(join(tmpdir(), "scanhook-doctor-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const authority = await makeCertificate({ name: "House CA", isAuthority: true, validToDay: 400 });
  const caFile = join(folder, "ca.pem");
  await writeFile(caFile, authority.cert);
  const certificate = await makeCertificate({
    name: "hub",
    issuer: authority,
    dnsNames: ["localhost"],
  });
  const tls = { cert: certificate.cert, key: certificate.key };
  const credentials = { user: "phone", password: "right" };
  await using receiver = await startReceiver({ credentials, reply: "thanks", tls });
  const login = ["--user", "phone", "--password", "right"];
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

test("doctor and send say what to check if http and https are mixed up", async () => {
  const { cert, key } = await makeCertificate({ name: "hub", dnsNames: ["localhost"] });
  await using secure = await startReceiver({ tls: { cert, key } });
  const report = await runDoctor(secure.url.replace("https:", "http:"));
  expect(formatFaults(report, "answer")).toMatch(/closed the connection.* → .*with https:\/\//);
  await using plain = await startReceiver();
  const url = plain.url.replace("http:", "https:");
  const sent = await runScanhook(["send", "--to", url, "--content", "x"]);
  expect(sent.stderr).toContain("(not-tls): This port does not speak https.");
  expect(formatFaults(await runDoctor(url), "certificate")).toMatch(/does not use https/);
});

test("doctor exits with 1 and says so when the receiver asks for a log-in that was not given", async () => {
  const credentials = { user: "phone", password: "right" };
  await using receiver = await startReceiver({ credentials });
  const run = await runScanhook(["doctor", receiver.url]);
  expect(run.code).toBe(1);
  expect(run.stdout).toContain("Repeat the check with --user and --password.");
  expect(run.stdout).toMatch(
    /\nNo scan was accepted, with \w+ warnings?; follow the advice above\.\n$/,
  );
  expect(receiver.scans).toEqual([]);
  expect((await runScanhook(["doctor", receiver.url, "--json"])).code).toBe(1);
  expect((await runScanhook(["doctor", receiver.url, "--no-send"])).code).toBe(0);
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

test("doctor reports an unknown name, a closed port and plain http to an address other than loopback as problems", async () => {
  expect(formatFaults(await runDoctor("https://nobody.invalid/x"), "name")).toMatch(/^problem/);
  const stopped = await startServer(() => undefined);
  await stopped[Symbol.asyncDispose]();
  const closedPort = await runDoctor(stopped.url.replace("localhost", "127.0.0.1"));
  expect(formatFaults(closedPort, "connection")).toMatch(
    /^problem: Nothing listens at 127\.0\.0\.1:\d+\. → Start/,
  );
  const unencrypted = await runDoctor("http://0.0.0.0:9/x");
  expect(formatFaults(unencrypted, "receiver URL")).toMatch(/^problem: .*http:\/\//);
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
