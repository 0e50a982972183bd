import { X509Certificate } from "node:crypto";
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeCertificateFolder } from "./testing/certificate-folder.ts";

test("only the owner can read the keys, and everybody can read the CA certificate", async () => {
  using folder = makeCertificateFolder();
  await folder.openCertificates();
  const mode = (...path: string[]) => statSync(join(folder.dir, ...path)).mode & 0o777;
  expect(mode("tls")).toBe(0o700);
  expect(mode("tls", "ca-key.pem")).toBe(0o600);
  expect(mode("tls", "server.pem")).toBe(0o600);
  expect(mode("ca.pem")).toBe(0o644);
  expect(readdirSync(join(folder.dir, "tls")).sort()).toEqual(["ca-key.pem", "server.pem"]);
  expect(readFileSync(join(folder.dir, "ca.pem"), "utf8")).not.toContain("PRIVATE");
});

test("the next start makes a CA key that others could read private again", async () => {
  using folder = makeCertificateFolder();
  await folder.openCertificates();
  chmodSync(join(folder.dir, "tls", "ca-key.pem"), 0o644);
  await folder.openCertificates();
  expect(statSync(join(folder.dir, "tls", "ca-key.pem")).mode & 0o777).toBe(0o600);
});

test("later starts keep the CA and the certificate", async () => {
  using folder = makeCertificateFolder();
  const firstStart = await folder.openCertificates();
  const laterStart = await folder.openCertificates();
  expect(laterStart.caPem).toBe(firstStart.caPem);
  expect(laterStart.current()).toEqual(firstStart.current());
  expect(Buffer.from(laterStart.caDer)).toEqual(new X509Certificate(firstStart.caPem).raw);
});

test("two hubs that start at the same time on one folder share one CA", async () => {
  using folder = makeCertificateFolder();
  const [firstHub, secondHub] = await Promise.all([
    folder.openCertificates(),
    folder.openCertificates(),
  ]);
  expect(firstHub.caPem).toBe(secondHub.caPem);
  expect(readFileSync(join(folder.dir, "ca.pem"), "utf8")).toBe(firstHub.caPem);
});

test("a damaged CA stops the start with advice and changes nothing", async () => {
  using folder = makeCertificateFolder();
  await folder.openCertificates();
  const file = join(folder.dir, "tls", "ca-key.pem");
  const intactText = readFileSync(file, "utf8");
  for (const text of [
    "",
    intactText.slice(0, 500),
    intactText.replace(/^.*(?=-----BEGIN P)/s, ""),
  ]) {
    writeFileSync(file, text);
    await expect(folder.openCertificates()).rejects.toThrow(
      `The hub's CA in ${file} is damaged: put it back from a backup, or delete ${file} and ${join(folder.dir, "ca.pem")} to make a new one, which every phone then has to install again.`,
    );
    expect(readFileSync(file, "utf8")).toBe(text);
  }
});

test("a missing CA key stops the start, and a missing ca.pem is restored", async () => {
  using folder = makeCertificateFolder();
  const { caPem } = await folder.openCertificates();
  rmSync(join(folder.dir, "ca.pem"));
  await folder.openCertificates();
  expect(readFileSync(join(folder.dir, "ca.pem"), "utf8")).toBe(caPem);
  rmSync(join(folder.dir, "tls", "ca-key.pem"));
  await expect(folder.openCertificates()).rejects.toThrow(
    /ca-key\.pem is missing, though .*ca\.pem shows that there was a CA/,
  );
});
