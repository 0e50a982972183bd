// First: @peculiar/x509 asks for this polyfill while it loads.
import "reflect-metadata";
import { createHash, webcrypto } from "node:crypto";
import { isIP } from "node:net";
import * as x509 from "@peculiar/x509";
import type { Constraints } from "./constraints.ts";
import { decodeConstraints, encodeConstraints } from "./constraints-der.ts";

// Loading this file takes about 90 ms, so it is imported only when something has to be signed.

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const nameConstraints = "2.5.29.30";

/** PEM texts: `root` is for devices to trust, `key` and `cert` sign, `cert` is signed by the root. */
export type AuthorityFiles = { root: string; key: string; cert: string };

/**
 * A new root that signs one signing CA, whose key alone is kept: the root's own key is forgotten here and now.
 * Devices that trust a root need not heed the name constraints in it (RFC 5280, 6.2), and iPhones do not; those of
 * a CA below it they all heed.
 */
export async function createAuthority(parts: {
  host: string;
  constraints: Constraints;
  notBefore: Date;
  notAfter: Date;
}): Promise<AuthorityFiles> {
  const { notBefore, notAfter } = parts;
  const rootKeys = await generateKeys();
  const keys = await generateKeys();
  const spki = await webcrypto.subtle.exportKey("spki", rootKeys.publicKey);
  const id = createHash("sha256").update(new Uint8Array(spki)).digest("hex").slice(0, 6);
  // X.520 allows a common name 64 characters.
  const host = parts.host.slice(0, 40);
  const limits = new x509.Extension(nameConstraints, true, encodeConstraints(parts.constraints));
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
      limits,
    ],
  });
  const signing = await x509.X509CertificateGenerator.create({
    subject: [{ CN: [`Scanhook signing CA ${host} ${id}`] }],
    issuer: root.subjectName,
    publicKey: keys.publicKey,
    signingKey: rootKeys.privateKey,
    signingAlgorithm: algorithm,
    notBefore,
    notAfter,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(usage, true),
      await x509.AuthorityKeyIdentifierExtension.create(root),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      limits,
    ],
  });
  return { root: certToPem(root), cert: certToPem(signing), key: await keyToPem(keys.privateKey) };
}

/** A new key and a server certificate for these names. The PEM text of the latter brings the signing CA along. */
export async function createServerCertificate(parts: {
  authority: { key: string; cert: string };
  names: readonly string[];
  notBefore: Date;
  notAfter: Date;
}): Promise<{ key: string; cert: string }> {
  const issuer = new x509.X509Certificate(parts.authority.cert);
  const keys = await generateKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    subject: [{ CN: ["Scanhook hub"] }],
    issuer: issuer.subjectName,
    publicKey: keys.publicKey,
    signingKey: await keyFromPem(parts.authority.key),
    signingAlgorithm: algorithm,
    notBefore: parts.notBefore,
    notAfter: parts.notAfter,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        parts.names.map((value) => ({ type: isIP(value) ? "ip" : "dns", value })),
      ),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return {
    key: await keyToPem(keys.privateKey),
    cert: `${certToPem(certificate)}${parts.authority.cert}`,
  };
}

/** What this CA may sign; undefined when it says nothing about names. */
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
