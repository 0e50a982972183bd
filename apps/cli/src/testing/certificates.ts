// @peculiar/x509 needs this polyfill while it loads, so this import is first.
import "reflect-metadata";
import { webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";

const ecdsaP256 = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const rsa1024 = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 1024,
};
const dayMs = 86_400_000;

/** `cert` and `key` are PEM. */
export type TestCertificate = { cert: string; key: string; keys: webcrypto.CryptoKeyPair };

/**
 * Makes a certificate for tests. It is signed by `issuer`, or by itself if there is none.
 * `dnsNames` become its subjectAltName. `validFromDay` and `validToDay` count from now.
 */
export async function makeCertificate(options: {
  name: string;
  issuer?: TestCertificate;
  dnsNames?: string[];
  isAuthority?: boolean;
  validFromDay?: number;
  validToDay?: number;
  hasWeakKey?: boolean;
}): Promise<TestCertificate> {
  const { name, issuer, dnsNames, isAuthority = false, hasWeakKey = false } = options;
  const { validFromDay = -1, validToDay = 90 } = options;
  const algorithm = hasWeakKey ? rsa1024 : ecdsaP256;
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, [
    "sign",
    "verify",
  ])) as webcrypto.CryptoKeyPair;
  const certificate = await x509.X509CertificateGenerator.create({
    subject: [{ CN: [name] }],
    issuer: issuer ? new x509.X509Certificate(issuer.cert).subjectName : [{ CN: [name] }],
    publicKey: keys.publicKey,
    signingKey: issuer?.keys.privateKey ?? keys.privateKey,
    // Every issuer has an ECDSA key.
    signingAlgorithm: issuer ? ecdsaP256 : algorithm,
    notBefore: new Date(Date.now() + validFromDay * dayMs),
    notAfter: new Date(Date.now() + validToDay * dayMs),
    extensions: [
      new x509.BasicConstraintsExtension(isAuthority, undefined, true),
      ...(dnsNames
        ? [
            new x509.SubjectAlternativeNameExtension(
              dnsNames.map((value) => ({ type: "dns", value })),
            ),
          ]
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
