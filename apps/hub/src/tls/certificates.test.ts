import { X509Certificate } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeCertificateFolder } from "./testing/certificate-folder.ts";

const day = 24 * 3_600_000;

test("a new address renews the certificate, notifies the server, and survives a restart", async () => {
  using folder = makeCertificateFolder();
  let names = ["localhost", "192.168.1.20"];
  const certificates = await folder.openCertificates({ names: () => names });
  const original = certificates.current();
  const renewals: unknown[] = [];
  certificates.onChange((renewed) => renewals.push(renewed));

  await certificates.refresh();
  expect(certificates.current()).toBe(original);
  names = ["192.168.1.20", "localhost"];
  await certificates.refresh();
  expect(renewals).toEqual([]);

  names = ["localhost", "192.168.7.3"];
  await certificates.refresh();
  expect(renewals).toEqual([certificates.current()]);
  expect(certificates.current().key).not.toBe(original.key);
  expect(folder.readSaved().checkIP("192.168.7.3")).toBe("192.168.7.3");
  expect(folder.readSaved().checkIP("192.168.1.20")).toBeUndefined();
  expect((await folder.openCertificates({ names: () => names })).current()).toEqual(
    certificates.current(),
  );
});

test("a removed listener is not called again", async () => {
  using folder = makeCertificateFolder();
  let names = ["localhost"];
  const certificates = await folder.openCertificates({ names: () => names });
  const renewals: unknown[] = [];
  certificates.onChange((renewed) => renewals.push(renewed))();
  names = ["localhost", "10.0.0.7"];
  await certificates.refresh();
  expect(renewals).toEqual([]);
});

test("the certificate is renewed 30 days before its end and not earlier", async () => {
  using folder = makeCertificateFolder();
  const start = Date.now();
  let now = new Date(start);
  const certificates = await folder.openCertificates({ now: () => now });
  const original = certificates.current();
  now = new Date(start + 366 * day);
  await certificates.refresh();
  expect(certificates.current()).toBe(original);
  now = new Date(start + 367 * day);
  await certificates.refresh();
  expect(certificates.current().cert).not.toBe(original.cert);
  expect(new X509Certificate(certificates.current().cert).validToDate.getTime()).toBeGreaterThan(
    start + 760 * day,
  );
});

test("a certificate made while the clock was ahead is replaced", async () => {
  using folder = makeCertificateFolder();
  const madeAhead = await folder.openCertificates({ now: () => new Date(Date.now() + 40 * day) });
  const afterCorrection = await folder.openCertificates();
  expect(afterCorrection.current().cert).not.toBe(madeAhead.current().cert);
});

test("the last certificate ends with its CA and is not renewed repeatedly", async () => {
  using folder = makeCertificateFolder();
  const start = Date.now();
  let now = new Date(start);
  const certificates = await folder.openCertificates({ now: () => now });
  now = new Date(start + 3640 * day);
  await certificates.refresh();
  const last = certificates.current();
  const end = new X509Certificate(certificates.caPem).validTo;
  expect(new X509Certificate(last.cert).validTo).toBe(end);
  await certificates.refresh();
  expect(certificates.current()).toBe(last);
  const afterExpiry = new Date(start + 3660 * day);
  await expect(folder.openCertificates({ now: () => afterExpiry })).rejects.toThrow(
    /CA ended on \d{4}-\d\d-\d\d: .*delete/,
  );
});

test("a change of names is noticed without a call to refresh", async () => {
  using folder = makeCertificateFolder();
  let names = ["localhost"];
  const certificates = await folder.openCertificates({ names: () => names, intervalMs: 5 });
  const renewed = new Promise((resolve) => certificates.onChange(resolve));
  names = ["localhost", "10.0.0.9"];
  expect(await renewed).toEqual(certificates.current());
});

test("names that the CA may not sign are left out and reported, and the others are served", async () => {
  using folder = makeCertificateFolder();
  await folder.openCertificates({ names: () => ["localhost", "old-name"] });
  const names = ["localhost", "new-name", "new-name.local", "scans.example.com"];
  const certificates = await folder.openCertificates({ names: () => names });
  expect(certificates.omittedNames()).toEqual(["new-name", "scans.example.com"]);
  expect(folder.readSaved().checkHost("new-name.local")).toBe("new-name.local");
  const reopened = await folder.openCertificates({ names: () => names });
  expect(reopened.current()).toEqual(certificates.current());
  expect(reopened.omittedNames()).toEqual(certificates.omittedNames());
});

test("a server certificate that is damaged, half-written or from another CA is replaced", async () => {
  using folder = makeCertificateFolder();
  const original = await folder.openCertificates();
  const file = join(folder.dir, "tls", "server.pem");
  const intactText = readFileSync(file, "utf8");
  using otherFolder = makeCertificateFolder();
  const { cert, key } = (await otherFolder.openCertificates()).current();
  for (const text of [
    "",
    intactText.slice(0, 300),
    intactText.slice(0, -40),
    "no PEM",
    cert + key,
    `${original.current().cert}${key}`,
  ]) {
    writeFileSync(file, text);
    const certificates = await folder.openCertificates();
    expect(certificates.caPem).toBe(original.caPem);
    expect(folder.readSaved().checkHost("localhost")).toBe("localhost");
    expect(readFileSync(file, "utf8")).toBe(
      `${certificates.current().cert}${certificates.current().key}`,
    );
  }
});

test("a renewed certificate that cannot be saved is served all the same, with a warning", async () => {
  using folder = makeCertificateFolder();
  let names = ["localhost"];
  const warnings: string[] = [];
  const certificates = await folder.openCertificates({
    names: () => names,
    warn: (sentence) => warnings.push(sentence),
  });
  const original = certificates.current();
  rmSync(join(folder.dir, "tls"), { recursive: true });
  names = ["localhost", "10.0.0.5"];
  await certificates.refresh();
  expect(certificates.current().cert).not.toBe(original.cert);
  expect(warnings).toEqual([
    expect.stringMatching(/^The new certificate is in use, but could not be saved: /),
  ]);
});
