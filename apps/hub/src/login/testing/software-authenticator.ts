import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { encode } from "cbor2";

/** Ways in which a browser or an authenticator departs from the options. */
export type Deviation = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  userHandle?: string;
  counter?: number;
  /** The id of a credential, in Base64url, instead of a new one. */
  credential?: string;
  /** Whether the person showed a PIN, fingerprint or face. */
  isVerified?: boolean;
};

/** A passkey that an authenticator keeps. */
export type SoftwarePasskey = {
  id: string;
  rpId: string;
  userHandle: string;
  privateKey: KeyObject;
  counter: number;
};

const [userPresent, userVerified, hasCredential] = [0x01, 0x04, 0x40];

/**
 * Makes a passkey as a browser at `origin` and an authenticator with ES256 and attestation `none`
 * do (WebAuthn Level 3, 6.3.2 and 8.7).
 */
export function makePasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
  deviation: Deviation & { origin: string },
): { passkey: SoftwarePasskey; response: RegistrationResponseJSON } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { credential } = deviation;
  const id = credential ? Buffer.from(credential, "base64url") : randomBytes(16);
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  // The key in COSE (RFC 9053, 7.1.1): kty EC2, alg ES256, crv P-256.
  const coseKey = encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, toBytes(x)],
      [-3, toBytes(y)],
    ]),
  );
  const passkey = {
    id: id.toString("base64url"),
    rpId: deviation.rpId ?? options.rp.id ?? "",
    userHandle: options.user.id,
    privateKey,
    counter: deviation.counter ?? 0,
  };
  const authData = Buffer.concat([
    toAuthenticatorData(passkey, deviation, hasCredential),
    Buffer.alloc(16),
    Buffer.from([0, id.length]),
    id,
    coseKey,
  ]);
  const attestation = new Map<string, unknown>([
    ["fmt", "none"],
    ["attStmt", new Map()],
    ["authData", new Uint8Array(authData)],
  ]);
  const clientDataJSON = toClientData("webauthn.create", options.challenge, deviation);
  return {
    passkey,
    response: {
      ...toCredential(passkey),
      response: {
        clientDataJSON: clientDataJSON.toString("base64url"),
        attestationObject: Buffer.from(encode(attestation)).toString("base64url"),
        transports: ["internal"],
      },
    },
  };
}

/** Signs in with a passkey (WebAuthn Level 3, 6.3.3). Its counter grows by one. */
export function showPasskey(
  passkey: SoftwarePasskey,
  options: PublicKeyCredentialRequestOptionsJSON,
  deviation: Deviation & { origin: string },
): AuthenticationResponseJSON {
  passkey.counter = deviation.counter ?? passkey.counter + 1;
  const authenticatorData = toAuthenticatorData(passkey, deviation, 0);
  const clientDataJSON = toClientData("webauthn.get", options.challenge, deviation);
  const clientDataHash = createHash("sha256").update(clientDataJSON).digest();
  const signed = Buffer.concat([authenticatorData, clientDataHash]);
  return {
    ...toCredential(passkey),
    response: {
      clientDataJSON: clientDataJSON.toString("base64url"),
      authenticatorData: authenticatorData.toString("base64url"),
      signature: sign("sha256", signed, passkey.privateKey).toString("base64url"),
      userHandle: deviation.userHandle ?? passkey.userHandle,
    },
  };
}

function toCredential({ id }: SoftwarePasskey) {
  return { id, rawId: id, type: "public-key" as const, clientExtensionResults: {} };
}

/** Returns authenticator data (WebAuthn Level 3, 6.1) without a credential. */
function toAuthenticatorData(
  passkey: SoftwarePasskey,
  { rpId = passkey.rpId, isVerified = true }: Deviation,
  flags: number,
): Buffer {
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(passkey.counter);
  const allFlags = userPresent! | (isVerified ? userVerified! : 0) | flags;
  return Buffer.concat([
    createHash("sha256").update(rpId).digest(),
    Buffer.from([allFlags]),
    counter,
  ]);
}

/** Returns the JSON of collected client data (WebAuthn Level 3, 5.8.1). */
function toClientData(
  type: string,
  asked: string,
  { challenge = asked, origin }: Deviation & { origin: string },
): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function toBytes(base64url: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64url, "base64url"));
}
