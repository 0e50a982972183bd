import { isIP } from "node:net";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import type { FastifyBaseLogger } from "fastify";
import type { PasskeyRecord, PersonRecord } from "../store/people.ts";
import type { Store } from "../store/store.ts";
import { say } from "../texts/exact-message.ts";
import { hashSecret } from "./secrets.ts";

const challengeMinutes = 5;
const challengeMs = challengeMinutes * 60_000;
/** EdDSA, ES256 and RS256 (COSE), which all authenticators together support. */
const algorithms = [-8, -7, -257];

/** Why a passkey is refused. `message` is more exact than that of the code. */
export type PasskeyRefusal = {
  ok: false;
  code: "passkey-wrong" | "passkey-expired" | "passkey-exists";
  message?: string;
};

/**
 * The passkeys of a hub (WebAuthn Level 3). Each is discoverable and asks its person for a PIN,
 * fingerprint or face, so that it is two factors. A challenge works once, within five minutes.
 */
export type Passkeys = {
  createOptions(person: PersonRecord): Promise<PublicKeyCredentialCreationOptionsJSON>;
  /** Adds a passkey that was made with the options of the same person (7.1). */
  register(
    person: PersonRecord,
    passkey: { name: string; response: RegistrationResponseJSON },
  ): Promise<{ ok: true; passkey: PasskeyRecord } | PasskeyRefusal>;
  requestOptions(): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** Finds the person who shows a passkey (7.2). */
  findPerson(
    response: AuthenticationResponseJSON,
  ): Promise<{ ok: true; person: number } | PasskeyRefusal>;
};

/** The passkeys of a hub, or one sentence that says why it cannot offer them. */
export type OfferedPasskeys = { ok: true; passkeys: Passkeys } | { ok: false; reason: string };

/**
 * Opens the passkeys of the hub with this public URL. Browsers make them only for names, and only
 * over HTTPS or on the same machine.
 */
export function openPasskeys(parts: {
  store: Store;
  publicUrl: string | undefined;
  log: Pick<FastifyBaseLogger, "warn">;
}): OfferedPasskeys {
  const url = URL.parse(parts.publicUrl ?? "");
  const reason = findObstacle(url);
  if (!url || reason !== undefined) return { ok: false, reason: reason ?? noUrl };
  const site = { id: url.hostname, origin: url.origin };
  const { store, log } = parts;
  return { ok: true, passkeys: createPasskeys({ store, log, site }) };
}

const noUrl = say("passkeys-need-name");

/** Returns why passkeys cannot work at this URL. */
function findObstacle(url: URL | null): string | undefined {
  if (!url) return noUrl;
  const { protocol, hostname, host } = url;
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) {
    return say("passkeys-at-ip", { host });
  }
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  if (protocol === "https:" || isLocal) return undefined;
  return say("passkeys-need-https");
}

type Parts = {
  store: Store;
  log: Pick<FastifyBaseLogger, "warn">;
  /** The relying party: its id, which is a host name, and the origin of its pages. */
  site: { id: string; origin: string };
};

/** Loads the library when it is first needed, because most hubs have no passkeys. */
const loadLibrary = () => import("@simplewebauthn/server");

function createPasskeys(parts: Parts): Passkeys {
  const { store, log, site } = parts;

  async function addChallenge(challenge: string, person?: number): Promise<void> {
    const expiresAt = new Date(Date.now() + challengeMs);
    await store.addCode({ hash: hashSecret(challenge), purpose: "passkey", person, expiresAt });
  }

  /** Uses up the challenge that the client data names. `person` asked for it, or nobody yet. */
  async function useChallenge(
    clientData: string,
    person: number | undefined,
  ): Promise<{ ok: true; challenge: string } | PasskeyRefusal> {
    const client = readClientData(clientData);
    if (!client) return { ok: false, code: "passkey-wrong" };
    const { challenge, origin } = client;
    if (origin !== site.origin) {
      const message = say("passkeys-elsewhere", { url: site.origin });
      return { ok: false, code: "passkey-wrong", message };
    }
    const used = await store.useCode(hashSecret(challenge), "passkey");
    if (used.kind === "ok" && used.person === person) return { ok: true, challenge };
    return { ok: false, code: "passkey-expired" };
  }

  /** Runs a check of the library, which throws for each reason to refuse. */
  async function check<T>(run: () => Promise<T>): Promise<T | PasskeyRefusal> {
    try {
      return await run();
    } catch (error) {
      log.warn({ reason: (error as Error).message }, "a passkey was refused");
      return { ok: false, code: "passkey-wrong" };
    }
  }

  const expected = { expectedOrigin: site.origin, expectedRPID: site.id };

  return {
    async createOptions(person) {
      const { generateRegistrationOptions } = await loadLibrary();
      const known = await store.passkeys(person.id);
      const options = await generateRegistrationOptions({
        rpName: "Scanhook",
        rpID: site.id,
        userID: toUserHandle(person.id),
        userName: person.name,
        userDisplayName: person.name,
        timeout: challengeMs,
        attestationType: "none",
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        supportedAlgorithmIDs: algorithms,
        excludeCredentials: known.map(toDescriptor),
      });
      await addChallenge(options.challenge, person.id);
      return options;
    },

    async register(person, { name, response }) {
      const used = await useChallenge(response.response.clientDataJSON, person.id);
      if (!used.ok) return used;
      const { verifyRegistrationResponse } = await loadLibrary();
      const result = await check(() =>
        verifyRegistrationResponse({
          ...expected,
          response,
          expectedChallenge: used.challenge,
          supportedAlgorithmIDs: algorithms,
        }),
      );
      if ("code" in result) return result;
      if (!result.verified) return { ok: false, code: "passkey-wrong" };
      const { id, publicKey, counter } = result.registrationInfo.credential;
      const passkey = await store.addPasskey({
        person: person.id,
        name,
        credential: id,
        publicKey: Buffer.from(publicKey).toString("base64url"),
        counter,
        transports: response.response.transports,
      });
      return passkey ? { ok: true, passkey } : { ok: false, code: "passkey-exists" };
    },

    async requestOptions() {
      const { generateAuthenticationOptions } = await loadLibrary();
      const options = await generateAuthenticationOptions({
        rpID: site.id,
        timeout: challengeMs,
        userVerification: "required",
      });
      await addChallenge(options.challenge);
      return options;
    },

    async findPerson(response) {
      const used = await useChallenge(response.response.clientDataJSON, undefined);
      if (!used.ok) return used;
      const passkey = await store.passkey(response.id);
      // The authenticator says whose passkey it is, too (7.2, step 6).
      const handle = passkey && Buffer.from(toUserHandle(passkey.person)).toString("base64url");
      if (!passkey || response.response.userHandle !== handle) {
        return { ok: false, code: "passkey-wrong" };
      }
      const { verifyAuthenticationResponse } = await loadLibrary();
      const result = await check(() =>
        verifyAuthenticationResponse({
          ...expected,
          response,
          expectedChallenge: used.challenge,
          credential: {
            id: passkey.credential,
            publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
            counter: passkey.counter,
          },
        }),
      );
      if ("code" in result) return result;
      if (!result.verified) return { ok: false, code: "passkey-wrong" };
      await store.recordPasskeyUse(passkey.id, result.authenticationInfo.newCounter);
      return { ok: true, person: passkey.person };
    },
  };
}

/**
 * Returns the challenge and the origin that the browser signed (WebAuthn 5.8.1), or undefined if
 * they cannot be read.
 */
function readClientData(encoded: string): { challenge: string; origin: string } | undefined {
  try {
    const { challenge, origin } = JSON.parse(Buffer.from(encoded, "base64url").toString("utf8"));
    const isRead = typeof challenge === "string" && typeof origin === "string";
    return isRead ? { challenge, origin } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the user handle of a person (WebAuthn 5.4.3). It stays the same, so that a device
 * replaces a passkey that the person removed here.
 */
function toUserHandle(person: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`person ${person}`);
}

function toDescriptor({ credential, transports = [] }: PasskeyRecord) {
  return { id: credential, transports };
}
