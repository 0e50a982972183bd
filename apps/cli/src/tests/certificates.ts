// First: @peculiar/x509 asks for this polyfill while it loads.
import "reflect-metadata";
import { webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const rsa = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 1024,
};
const day = 86_400_000;

export type Made = { cert: string; key: string; keys: webcrypto.CryptoKeyPair };

/** A certificate for tests. Without `by` it signs itself. Days count from now. */
export async function makeCertificate(parts: {
  name: string;
  by?: Made;
  names?: string[];
  isAuthority?: boolean;
  fromDay?: number;
  toDay?: number;
  weakKey?: boolean;
}): Promise<Made> {
  const { name, by, names, isAuthority = false, fromDay = -1, toDay = 90, weakKey } = parts;
  const kind = weakKey ? rsa : algorithm;
  const keys = (await webcrypto.subtle.generateKey(kind, true, [
    "sign",
    "verify",
  ])) as webcrypto.CryptoKeyPair;
  const certificate = await x509.X509CertificateGenerator.create({
    subject: [{ CN: [name] }],
    issuer: by ? new x509.X509Certificate(by.cert).subjectName : [{ CN: [name] }],
    publicKey: keys.publicKey,
    signingKey: by?.keys.privateKey ?? keys.privateKey,
    signingAlgorithm: by || !weakKey ? algorithm : rsa,
    notBefore: new Date(Date.now() + fromDay * day),
    notAfter: new Date(Date.now() + toDay * day),
    extensions: [
      new x509.BasicConstraintsExtension(isAuthority, undefined, true),
      ...(names
        ? [new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: "dns", value })))]
        : []),
    ],
  });
  const pkcs8 = await webcrypto.subtle.exportKey("pkcs8", keys.privateKey);
  return {
    cert: certificate.toString("pem"),
    key: x509.PemConverter.encode(pkcs8, "PRIVATE KEY"),
    keys,
  };
}
