// Must come first, because @peculiar/x509 needs this polyfill while it loads.
import "reflect-metadata";
import { createHash, webcrypto } from "node:crypto";
import { isIP } from "node:net";
import * as x509 from "@peculiar/x509";
import type { Constraints } from "./constraints.ts";
import { decodeConstraints, encodeConstraints } from "./constraints-der.ts";

// Loading this file takes about 90 ms, so other files import it dynamically when they sign
// something.

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const nameConstraints = "2.5.29.30";

/**
 * A CA as PEM texts. Devices trust `root`, which has signed `cert`; `key` and `cert` sign server
 * certificates.
 */
export type AuthorityPems = { root: string; key: string; cert: string };

/**
 * Creates a root CA and a signing CA below it, and drops the key of the root. Two CAs are needed
 * because devices may ignore the name constraints of a root that they trust (RFC 5280, 6.2), as
 * iPhones do. All devices respect the constraints of a CA below it.
 */
export async function createAuthority(options: {
  host: string;
  constraints: Constraints;
  notBefore: Date;
  notAfter: Date;
}): Promise<AuthorityPems> {
  const { notBefore, notAfter } = options;
  const rootKeys = await generateKeys();
  const signingKeys = await generateKeys();
  const spki = await webcrypto.subtle.exportKey("spki", rootKeys.publicKey);
  const id = createHash("sha256").update(new Uint8Array(spki)).digest("hex").slice(0, 6);
  // X.520 allows at most 64 characters in a common name.
  const host = options.host.slice(0, 40);
  const constraints = new x509.Extension(
    nameConstraints,
    true,
    encodeConstraints(options.constraints),
  );
  const usage = x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign;
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [`Scanhook CA ${host} ${id}`] }],
    keys: rootKeys,
    signingAlgorithm: algorithm,
    notBefore,
    notAfter,
    extensions: [
      new x509.BasicConstraintsExtension(true, 1, true),
      new x509.KeyUsagesExtension(usage, true),
      await x509.SubjectKeyIdentifierExtension.create(rootKeys.publicKey),
      constraints,
    ],
  });
  const signing = await x509.X509CertificateGenerator.create({
    subject: [{ CN: [`Scanhook signing CA ${host} ${id}`] }],
    issuer: root.subjectName,
    publicKey: signingKeys.publicKey,
    signingKey: rootKeys.privateKey,
    signingAlgorithm: algorithm,
    notBefore,
    notAfter,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(usage, true),
      await x509.AuthorityKeyIdentifierExtension.create(root),
      await x509.SubjectKeyIdentifierExtension.create(signingKeys.publicKey),
      constraints,
    ],
  });
  return {
    root: certToPem(root),
    cert: certToPem(signing),
    key: await keyToPem(signingKeys.privateKey),
  };
}

/**
 * Creates a key and a server certificate for these names. The PEM text `cert` includes the signing
 * CA.
 */
export async function createServerCertificate(options: {
  authority: { key: string; cert: string };
  names: readonly string[];
  notBefore: Date;
  notAfter: Date;
}): Promise<{ key: string; cert: string }> {
  const issuer = new x509.X509Certificate(options.authority.cert);
  const signingKeys = await generateKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    subject: [{ CN: ["Scanhook hub"] }],
    issuer: issuer.subjectName,
    publicKey: signingKeys.publicKey,
    signingKey: await keyFromPem(options.authority.key),
    signingAlgorithm: algorithm,
    notBefore: options.notBefore,
    notAfter: options.notAfter,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        options.names.map((value) => ({ type: isIP(value) ? "ip" : "dns", value })),
      ),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
      await x509.SubjectKeyIdentifierExtension.create(signingKeys.publicKey),
    ],
  });
  return {
    key: await keyToPem(signingKeys.privateKey),
    cert: `${certToPem(certificate)}${options.authority.cert}`,
  };
}

/** Reads the name constraints of a CA. Returns undefined if it has none. */
export function readConstraints(cert: string): Constraints | undefined {
  const extension = new x509.X509Certificate(cert).getExtension(nameConstraints);
  return extension ? decodeConstraints(new Uint8Array(extension.value)) : undefined;
}

function generateKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
}

function certToPem(certificate: x509.X509Certificate): string {
  return `${certificate.toString("pem")}\n`;
}

async function keyToPem(key: webcrypto.CryptoKey): Promise<string> {
  const pkcs8 = await webcrypto.subtle.exportKey("pkcs8", key);
  return `${x509.PemConverter.encode(pkcs8, "PRIVATE KEY")}\n`;
}

function keyFromPem(pem: string): Promise<webcrypto.CryptoKey> {
  const [pkcs8] = x509.PemConverter.decode(pem);
  if (!pkcs8) throw new Error("No private key in the PEM text.");
  return webcrypto.subtle.importKey("pkcs8", pkcs8, algorithm, false, ["sign"]);
}
