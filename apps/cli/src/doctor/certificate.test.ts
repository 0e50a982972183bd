import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCertificate, type TestCertificate } from "../testing/certificates.ts";
import { formatFaults, runDoctor } from "../testing/doctor.ts";
import { listenOnFreePort, startReceiver } from "../testing/receivers.ts";

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
