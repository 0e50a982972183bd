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

/** A new self-signed CA that can sign no other CA and only names within the constraints. PEM texts. */
export async function createAuthority(parts: {
  host: string;
  constraints: Constraints;
  notBefore: Date;
  notAfter: Date;
}): Promise<{ key: string; cert: string }> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const spki = await webcrypto.subtle.exportKey("spki", keys.publicKey);
  const id = createHash("sha256").update(new Uint8Array(spki)).digest("hex").slice(0, 6);
  // X.520 allows a common name 64 characters.
  const name = `Scanhook CA ${parts.host.slice(0, 44)} ${id}`;
  const usage = x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name] }],
    keys,
    signingAlgorithm: algorithm,
    notBefore: parts.notBefore,
    notAfter: parts.notAfter,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(usage, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      new x509.Extension(nameConstraints, true, encodeConstraints(parts.constraints)),
    ],
  });
  return { key: await toPem(keys.privateKey), cert: `${certificate.toString("pem")}\n` };
}

/** A new key and a server certificate for these names, signed by the CA. PEM texts. */
export async function createServerCertificate(parts: {
  authority: { key: string; cert: string };
  names: readonly string[];
  notBefore: Date;
  notAfter: Date;
}): Promise<{ key: string; cert: string }> {
  const issuer = new x509.X509Certificate(parts.authority.cert);
  const signingKey = await fromPem(parts.authority.key);
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const certificate = await x509.X509CertificateGenerator.create({
    subject: [{ CN: ["Scanhook hub"] }],
    issuer: issuer.subjectName,
    publicKey: keys.publicKey,
    signingKey,
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
  return { key: await toPem(keys.privateKey), cert: `${certificate.toString("pem")}\n` };
}

/** What this CA may sign; undefined when it says nothing about names. */
export function readConstraints(cert: string): Constraints | undefined {
  const extension = new x509.X509Certificate(cert).getExtension(nameConstraints);
  return extension ? decodeConstraints(new Uint8Array(extension.value)) : undefined;
}

async function toPem(key: webcrypto.CryptoKey): Promise<string> {
  const pkcs8 = await webcrypto.subtle.exportKey("pkcs8", key);
  return `${x509.PemConverter.encode(pkcs8, "PRIVATE KEY")}\n`;
}

function fromPem(pem: string): Promise<webcrypto.CryptoKey> {
  const [pkcs8] = x509.PemConverter.decode(pem);
  if (!pkcs8) throw new Error("No private key in the PEM text.");
  return webcrypto.subtle.importKey("pkcs8", pkcs8, algorithm, false, ["sign"]);
}
