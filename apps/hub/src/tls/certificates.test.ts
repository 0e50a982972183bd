import { execFileSync, spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, request } from "node:https";
import { type AddressInfo, isIP, type LookupFunction } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { afterEach, beforeEach, expect, test } from "vitest";
import { certificateNames } from "../addresses/local-addresses.ts";
import { type Certificates, openCertificates } from "./certificates.ts";
import { createServerCertificate } from "./sign.ts";

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;
if (!hasOpenssl) console.warn("Some tests are skipped: they need the command openssl.");
const testWithOpenssl = test.skipIf(!hasOpenssl);

const day = 24 * 3_600_000;
let dir: string;
let opened: Certificates[];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "scanhook-tls-"));
  opened = [];
});

afterEach(() => {
  for (const one of opened) one.close();
  rmSync(dir, { recursive: true });
});

testWithOpenssl("the first start makes a CA that OpenSSL reads as we mean it", async () => {
  await open();
  const text = openssl("x509", "-in", join(dir, "ca.pem"), "-noout", "-text");
  expect(text).toMatch(/Subject: CN = Scanhook CA \S+ [\da-f]{6}\n/);
  expect(text).toMatch(/Basic Constraints: critical\s+CA:TRUE, pathlen:1\n/);
  expect(text).toMatch(/Key Usage: critical\s+Certificate Sign, CRL Sign\n/);
  expect(text).toMatch(/Subject Key Identifier:/);
  expect(text).toMatch(/Name Constraints: critical\s+Permitted:\s+DNS:localhost\n/);
  expect(text).toContain("NIST CURVE: P-256");
  expect(text).toContain("ecdsa-with-SHA256");
  expect(text).not.toContain("Serial Number: -");
});

testWithOpenssl(
  "the server certificate is one that Apple's rules of 2020 allow, and is backdated an hour",
  async () => {
    const now = new Date("2026-05-12T14:23:01Z");
    const { current } = await open({ now: () => now });
    const text = openssl("x509", "-in", join(dir, "tls", "server.pem"), "-noout", "-text");
    expect(text).toMatch(/Basic Constraints: critical\s+CA:FALSE\n/);
    expect(text).toMatch(/Key Usage: critical\s+Digital Signature\n/);
    expect(text).toMatch(/Extended Key Usage:\s+TLS Web Server Authentication\n/);
    const { validFromDate, validToDate } = new X509Certificate(current().cert);
    expect(validFromDate.toISOString()).toBe("2026-05-12T13:23:01.000Z");
    expect(validToDate.toISOString()).toBe("2027-06-13T13:23:01.000Z");
  },
);

testWithOpenssl(
  "OpenSSL verifies the server certificate strictly for every name, and for no other",
  async () => {
    await open();
    for (const name of certificateNames()) expect(verify(name)).toContain("server.pem: OK");
    expect(() => verify("example.com")).toThrow(/hostname mismatch/i);
    expect(() => verify("198.51.100.77")).toThrow(/IP address mismatch/i);
  },
);

test("a device with only the CA connects over TLS 1.3 under every name and address", async () => {
  const certificates = await open();
  const server = createServer(certificates.current(), (_request, response) => response.end("here"));
  server.listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  try {
    for (const name of certificateNames()) {
      const answer = await get(name, port, certificates.caPem);
      expect([name, answer]).toEqual([name, "here TLSv1.3"]);
    }
    await expect(get("127.0.0.1", port)).rejects.toThrow(/unable to get local issuer/);
    await expect(get("example.com", port, certificates.caPem)).rejects.toThrow(/altnames/);
  } finally {
    server.close();
  }
});

testWithOpenssl(
  "whoever steals the CA key cannot use it for public names and addresses",
  async () => {
    await open({ names: () => ["localhost", "dev", "127.0.0.1"] });
    const [, cert = "", key = ""] = readFileSync(join(dir, "tls", "ca-key.pem"), "utf8").split(
      /(?<=-----END .*\n)/,
    );
    const authority = { cert, key };
    for (const name of ["example.com", "web.dev", "8.8.8.8", "2001:db8::1"]) {
      const stolen = await createServerCertificate({
        authority,
        names: [name],
        notBefore: new Date(Date.now() - day),
        notAfter: new Date(Date.now() + day),
      });
      writeFileSync(join(dir, "tls", "server.pem"), stolen.cert);
      expect(() => verify(name)).toThrow(/permitted subtree violation|excluded subtree violation/);
    }
  },
);

testWithOpenssl(
  "the kept key is that of a CA below the one that devices trust, and cannot sign another CA",
  async () => {
    const { caPem } = await open();
    const [root, signing] = readFileSync(join(dir, "tls", "ca-key.pem"), "utf8").split(
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

test("keys are for the owner's eyes only, the CA certificate is for all", async () => {
  await open();
  const mode = (...path: string[]) => statSync(join(dir, ...path)).mode & 0o777;
  expect(mode("tls")).toBe(0o700);
  expect(mode("tls", "ca-key.pem")).toBe(0o600);
  expect(mode("tls", "server.pem")).toBe(0o600);
  expect(mode("ca.pem")).toBe(0o644);
  expect(readdirSync(join(dir, "tls")).sort()).toEqual(["ca-key.pem", "server.pem"]);
  expect(readFileSync(join(dir, "ca.pem"), "utf8")).not.toContain("PRIVATE");
});

test("a CA key that others could read is closed again at the next start", async () => {
  await open();
  chmodSync(join(dir, "tls", "ca-key.pem"), 0o644);
  await open();
  expect(statSync(join(dir, "tls", "ca-key.pem")).mode & 0o777).toBe(0o600);
});

test("later starts keep the CA and the certificate", async () => {
  const first = await open();
  const second = await open();
  expect(second.caPem).toBe(first.caPem);
  expect(second.current()).toEqual(first.current());
  expect(Buffer.from(second.caDer)).toEqual(new X509Certificate(first.caPem).raw);
});

test("two hubs that start at once on one folder end up with one CA", async () => {
  const [one, two] = await Promise.all([open(), open()]);
  expect(one.caPem).toBe(two.caPem);
  expect(readFileSync(join(dir, "ca.pem"), "utf8")).toBe(one.caPem);
});

test("a new address renews the certificate, tells the server, and lasts", async () => {
  let names = ["localhost", "192.168.1.20"];
  const certificates = await open({ names: () => names });
  const before = certificates.current();
  const told: unknown[] = [];
  certificates.onChange((renewed) => told.push(renewed));

  await certificates.refresh();
  expect(certificates.current()).toBe(before);
  names = ["192.168.1.20", "localhost"];
  await certificates.refresh();
  expect(told).toEqual([]);

  names = ["localhost", "192.168.7.3"];
  await certificates.refresh();
  expect(told).toEqual([certificates.current()]);
  expect(certificates.current().key).not.toBe(before.key);
  expect(saved().checkIP("192.168.7.3")).toBe("192.168.7.3");
  expect(saved().checkIP("192.168.1.20")).toBeUndefined();
  expect((await open({ names: () => names })).current()).toEqual(certificates.current());
});

test("a listener that was taken off hears nothing more", async () => {
  let names = ["localhost"];
  const certificates = await open({ names: () => names });
  const told: unknown[] = [];
  certificates.onChange((renewed) => told.push(renewed))();
  names = ["localhost", "10.0.0.7"];
  await certificates.refresh();
  expect(told).toEqual([]);
});

test("the certificate is renewed 30 days before its end, and not earlier", async () => {
  const start = Date.now();
  let now = new Date(start);
  const certificates = await open({ now: () => now });
  const first = certificates.current();
  now = new Date(start + 366 * day);
  await certificates.refresh();
  expect(certificates.current()).toBe(first);
  now = new Date(start + 367 * day);
  await certificates.refresh();
  expect(certificates.current().cert).not.toBe(first.cert);
  expect(new X509Certificate(certificates.current().cert).validToDate.getTime()).toBeGreaterThan(
    start + 760 * day,
  );
});

test("a certificate from a clock that ran ahead is replaced", async () => {
  const ahead = await open({ now: () => new Date(Date.now() + 40 * day) });
  const corrected = await open();
  expect(corrected.current().cert).not.toBe(ahead.current().cert);
});

test("the last certificate ends with its CA and is not renewed again and again", async () => {
  const start = Date.now();
  let now = new Date(start);
  const certificates = await open({ now: () => now });
  now = new Date(start + 3640 * day);
  await certificates.refresh();
  const last = certificates.current();
  const end = new X509Certificate(certificates.caPem).validTo;
  expect(new X509Certificate(last.cert).validTo).toBe(end);
  await certificates.refresh();
  expect(certificates.current()).toBe(last);
  const late = new Date(start + 3660 * day);
  await expect(open({ now: () => late })).rejects.toThrow(/CA ended on \d{4}-\d\d-\d\d: .*delete/);
});

test("changes are noticed without being asked", async () => {
  let names = ["localhost"];
  const certificates = await open({ names: () => names, everyMs: 5 });
  const renewed = new Promise((resolve) => certificates.onChange(resolve));
  names = ["localhost", "10.0.0.9"];
  expect(await renewed).toEqual(certificates.current());
});

test("names from after the CA that it may not sign are left out and named, the rest is served", async () => {
  await open({ names: () => ["localhost", "old-name"] });
  const names = ["localhost", "new-name", "new-name.local", "scans.example.com"];
  const certificates = await open({ names: () => names });
  expect(certificates.leftOut()).toEqual(["new-name", "scans.example.com"]);
  expect(saved().checkHost("new-name.local")).toBe("new-name.local");
  const again = await open({ names: () => names });
  expect(again.current()).toEqual(certificates.current());
  expect(again.leftOut()).toEqual(certificates.leftOut());
});

test("a damaged, half-written or foreign server certificate is replaced", async () => {
  const first = await open();
  const file = join(dir, "tls", "server.pem");
  const whole = readFileSync(file, "utf8");
  const foreign = await openCertificates(mkdtempSync(join(dir, "other-")));
  foreign.close();
  const { cert, key } = foreign.current();
  for (const text of [
    "",
    whole.slice(0, 300),
    whole.slice(0, -40),
    "no PEM",
    cert + key,
    `${first.current().cert}${key}`,
  ]) {
    writeFileSync(file, text);
    const certificates = await open();
    expect(certificates.caPem).toBe(first.caPem);
    expect(saved().checkHost("localhost")).toBe("localhost");
    expect(readFileSync(file, "utf8")).toBe(
      `${certificates.current().cert}${certificates.current().key}`,
    );
  }
});

test("a damaged CA stops the start with a sentence that says what to do, and nothing is changed", async () => {
  await open();
  const file = join(dir, "tls", "ca-key.pem");
  const whole = readFileSync(file, "utf8");
  for (const text of ["", whole.slice(0, 500), whole.replace(/^.*(?=-----BEGIN P)/s, "")]) {
    writeFileSync(file, text);
    await expect(open()).rejects.toThrow(
      `The hub's CA in ${file} is damaged: put it back from a backup, or delete ${file} and ${join(dir, "ca.pem")} to make a new one, which every phone then has to install again.`,
    );
    expect(readFileSync(file, "utf8")).toBe(text);
  }
});

test("a lost CA key stops the start, a lost ca.pem is put back", async () => {
  const { caPem } = await open();
  rmSync(join(dir, "ca.pem"));
  await open();
  expect(readFileSync(join(dir, "ca.pem"), "utf8")).toBe(caPem);
  rmSync(join(dir, "tls", "ca-key.pem"));
  await expect(open()).rejects.toThrow(
    /ca-key\.pem is missing, though .*ca\.pem shows that there was a CA/,
  );
});

test("a renewal that cannot be saved serves all the same and says so", async () => {
  let names = ["localhost"];
  const said: string[] = [];
  const certificates = await open({ names: () => names, warn: (sentence) => said.push(sentence) });
  const before = certificates.current();
  rmSync(join(dir, "tls"), { recursive: true });
  names = ["localhost", "10.0.0.5"];
  await certificates.refresh();
  expect(certificates.current().cert).not.toBe(before.cert);
  expect(said).toEqual([
    expect.stringMatching(/^The new certificate is in use, but could not be saved: /),
  ]);
});

async function open(options: Parameters<typeof openCertificates>[1] = {}): Promise<Certificates> {
  const certificates = await openCertificates(dir, options);
  opened.push(certificates);
  return certificates;
}

function saved(): X509Certificate {
  return new X509Certificate(readFileSync(join(dir, "tls", "server.pem")));
}

function openssl(...args: string[]): string {
  return execFileSync("openssl", args, { encoding: "utf8", stdio: "pipe" });
}

function verify(name: string): string {
  const check = isIP(name) ? "-verify_ip" : "-verify_hostname";
  const server = join(dir, "tls", "server.pem");
  const files = ["-CAfile", join(dir, "ca.pem"), "-untrusted", server, server];
  return openssl("verify", "-x509_strict", "-purpose", "sslserver", check, name, ...files);
}

/** Names lead to this machine here, whatever the DNS says; addresses are its own anyway. */
const lookup: LookupFunction = (_name, { all }, answer) => {
  if (all) answer(null, [{ address: "127.0.0.1", family: 4 }]);
  else answer(null, "127.0.0.1", 4);
};

function get(name: string, port: number, ca?: string): Promise<string> {
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
