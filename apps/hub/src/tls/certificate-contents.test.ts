import { execFileSync, spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:https";
import { type AddressInfo, isIP, type LookupFunction } from "node:net";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { expect, test } from "vitest";
import { certificateNames } from "../addresses/local-addresses.ts";
import { createServerCertificate } from "./sign.ts";
import { type CertificateFolder, makeCertificateFolder } from "./testing/certificate-folder.ts";

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;
if (!hasOpenssl) console.warn("Some tests are skipped: they need the command openssl.");
const testWithOpenssl = test.skipIf(!hasOpenssl);

const day = 24 * 3_600_000;

testWithOpenssl(
  "the first start creates a CA with the extensions we mean, as OpenSSL reads it",
  async () => {
    using folder = makeCertificateFolder();
    await folder.openCertificates();
    const text = openssl("x509", "-in", join(folder.dir, "ca.pem"), "-noout", "-text");
    expect(text).toMatch(/Subject: CN = Scanhook CA \S+ [\da-f]{6}\n/);
    expect(text).toMatch(/Basic Constraints: critical\s+CA:TRUE, pathlen:1\n/);
    expect(text).toMatch(/Key Usage: critical\s+Certificate Sign, CRL Sign\n/);
    expect(text).toMatch(/Subject Key Identifier:/);
    expect(text).toMatch(/Name Constraints: critical\s+Permitted:\s+DNS:localhost\n/);
    expect(text).toContain("NIST CURVE: P-256");
    expect(text).toContain("ecdsa-with-SHA256");
    expect(text).not.toContain("Serial Number: -");
  },
);

testWithOpenssl(
  "the server certificate meets Apple's rules of 2020 and is backdated by an hour",
  async () => {
    using folder = makeCertificateFolder();
    const now = new Date("2026-05-12T14:23:01Z");
    const { current } = await folder.openCertificates({ now: () => now });
    const text = openssl("x509", "-in", join(folder.dir, "tls", "server.pem"), "-noout", "-text");
    expect(text).toMatch(/Basic Constraints: critical\s+CA:FALSE\n/);
    expect(text).toMatch(/Key Usage: critical\s+Digital Signature\n/);
    expect(text).toMatch(/Extended Key Usage:\s+TLS Web Server Authentication\n/);
    const { validFromDate, validToDate } = new X509Certificate(current().cert);
    expect(validFromDate.toISOString()).toBe("2026-05-12T13:23:01.000Z");
    expect(validToDate.toISOString()).toBe("2027-06-13T13:23:01.000Z");
  },
);

testWithOpenssl(
  "OpenSSL's strict check accepts the server certificate for each of its names and for no other",
  async () => {
    using folder = makeCertificateFolder();
    await folder.openCertificates();
    for (const name of certificateNames())
      expect(verifyWithOpenssl(folder, name)).toContain("server.pem: OK");
    expect(() => verifyWithOpenssl(folder, "example.com")).toThrow(/hostname mismatch/i);
    expect(() => verifyWithOpenssl(folder, "198.51.100.77")).toThrow(/IP address mismatch/i);
  },
);

test("a device that trusts only the CA connects over TLS 1.3 by every name and address", async () => {
  using folder = makeCertificateFolder();
  const certificates = await folder.openCertificates();
  const server = createServer(certificates.current(), (_request, response) => response.end("here"));
  server.listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  try {
    for (const name of certificateNames()) {
      const bodyAndProtocol = await fetchBodyAndProtocol(name, port, certificates.caPem);
      expect([name, bodyAndProtocol]).toEqual([name, "here TLSv1.3"]);
    }
    await expect(fetchBodyAndProtocol("127.0.0.1", port)).rejects.toThrow(
      /unable to get local issuer/,
    );
    await expect(fetchBodyAndProtocol("example.com", port, certificates.caPem)).rejects.toThrow(
      /altnames/,
    );
  } finally {
    server.close();
  }
});

testWithOpenssl("a stolen CA key cannot sign for public names and addresses", async () => {
  using folder = makeCertificateFolder();
  await folder.openCertificates({ names: () => ["localhost", "dev", "127.0.0.1"] });
  const [, cert = "", key = ""] = readFileSync(join(folder.dir, "tls", "ca-key.pem"), "utf8").split(
    /(?<=-----END .*\n)/,
  );
  const authority = { cert, key };
  for (const name of ["example.com", "web.dev", "8.8.8.8", "2001:db8::1"]) {
    const forged = await createServerCertificate({
      authority,
      names: [name],
      notBefore: new Date(Date.now() - day),
      notAfter: new Date(Date.now() + day),
    });
    writeFileSync(join(folder.dir, "tls", "server.pem"), forged.cert);
    expect(() => verifyWithOpenssl(folder, name)).toThrow(
      /permitted subtree violation|excluded subtree violation/,
    );
  }
});

testWithOpenssl(
  "the stored key belongs to a CA below the root and cannot sign another CA",
  async () => {
    using folder = makeCertificateFolder();
    const { caPem } = await folder.openCertificates();
    const [root, signing] = readFileSync(join(folder.dir, "tls", "ca-key.pem"), "utf8").split(
      /(?<=-----END CERTIFICATE-----\n)/,
    );
    expect(root).toBe(caPem);
    const text = execFileSync("openssl", ["x509", "-noout", "-text"], {
      input: signing!,
    }).toString();
    expect(text).toMatch(/Issuer: CN = (Scanhook CA \S+ [\da-f]{6})\n/);
    expect(text).toMatch(/Basic Constraints: critical\s+CA:TRUE, pathlen:0\n/);
    expect(text).toMatch(/Key Usage: critical\s+Certificate Sign, CRL Sign\n/);
    expect(text).toMatch(/Name Constraints: critical\s+Permitted:\s+DNS:localhost\n/);
  },
);

function openssl(...args: string[]): string {
  return execFileSync("openssl", args, { encoding: "utf8", stdio: "pipe" });
}

function verifyWithOpenssl({ dir }: CertificateFolder, name: string): string {
  const nameOption = isIP(name) ? "-verify_ip" : "-verify_hostname";
  const server = join(dir, "tls", "server.pem");
  const files = ["-CAfile", join(dir, "ca.pem"), "-untrusted", server, server];
  return openssl("verify", "-x509_strict", "-purpose", "sslserver", nameOption, name, ...files);
}

/**
 * Resolves every name to this machine. The addresses in the tests are those of this machine anyway.
 */
const lookup: LookupFunction = (_name, { all }, respond) => {
  if (all) respond(null, [{ address: "127.0.0.1", family: 4 }]);
  else respond(null, "127.0.0.1", 4);
};

function fetchBodyAndProtocol(name: string, port: number, ca?: string): Promise<string> {
  const url = `https://${isIP(name) === 6 ? `[${name}]` : name}:${port}/`;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  request(url, { ...(ca ? { ca } : {}), agent: false, lookup }, async (response) => {
    const protocol = (response.socket as TLSSocket).getProtocol();
    resolve(`${(await response.toArray()).join("")} ${protocol}`);
  })
    .on("error", reject)
    .end();
  return promise;
}
