import { constants, createHmac, createPrivateKey, type KeyObject, sign } from "node:crypto";
import { say } from "../../texts/exact-message.ts";

/** The algorithms of RFC 7518, section 3.1, except `none`. */
export const algorithms = ["HS", "RS", "PS", "ES"].flatMap((family) =>
  [256, 384, 512].map((bits) => `${family}${bits}`),
);

/**
 * Returns a JSON Web Token in compact serialization (RFC 7515, section 3.1), or why the key cannot
 * sign it.
 */
export function signJwt(
  algorithm: string,
  key: string,
  claims: Record<string, unknown>,
): { ok: true; jwt: string } | { ok: false; reason: string } {
  const reason = findJwtKeyProblem(algorithm, key);
  if (reason !== undefined) return { ok: false, reason };
  const signingInput = `${encodeSegment({ alg: algorithm, typ: "JWT" })}.${encodeSegment(claims)}`;
  return { ok: true, jwt: `${signingInput}.${createSignature(algorithm, key, signingInput)}` };
}

/** Returns why this key cannot sign with this algorithm, as one sentence; undefined if it can. */
export function findJwtKeyProblem(algorithm: string, key: string): string | undefined {
  if (algorithm.startsWith("HS")) return key === "" ? say("passphrase-missing") : undefined;
  const keyType = algorithm.startsWith("ES") ? "ec" : "rsa";
  const privateKey = parsePrivateKey(key);
  if (privateKey === undefined) return say("key-not-pem", { algorithm });
  const { asymmetricKeyType, asymmetricKeyDetails } = privateKey;
  if (asymmetricKeyType !== keyType) {
    return say("key-of-other-type", { algorithm, type: keyType });
  }
  const curve = curvesByAlgorithm[algorithm];
  return curve === undefined || asymmetricKeyDetails?.namedCurve === curve
    ? undefined
    : say("key-of-other-curve", { algorithm, curve });
}

const curvesByAlgorithm: Readonly<Record<string, string>> = {
  ES256: "prime256v1",
  ES384: "secp384r1",
  ES512: "secp521r1",
};

function createSignature(algorithm: string, key: string, text: string): string {
  const hash = `sha${algorithm.slice(2)}`;
  const data = Buffer.from(text);
  const family = algorithm.slice(0, 2);
  if (family === "HS") return createHmac(hash, key).update(data).digest("base64url");
  const options =
    family === "PS"
      ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
      : { dsaEncoding: "ieee-p1363" as const };
  return sign(hash, data, { key: createPrivateKey(key), ...options }).toString("base64url");
}

function parsePrivateKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

function encodeSegment(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
