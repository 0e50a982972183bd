import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { type TSchema, Type } from "typebox";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity } from "../../login/access.ts";
import { createFailureLimit, type FailureLimit } from "../../login/failure-limit.ts";
import type { OfferedPasskeys } from "../../login/passkeys.ts";
import type { CheckPassword } from "../../login/password-check.ts";
import { isCrossSite } from "../../login/same-origin.ts";
import type { Sessions } from "../../login/sessions.ts";
import { changeRefusals, noContentSchema, refusals } from "../schemas.ts";
import { passkeysOfSso } from "./account.ts";
import { idParams, passkeyNameSchema, passkeySchema, passwordSchema } from "./schemas.ts";
import { readSessionState, type StateParts, sessionStateSchema } from "./session.ts";

/** How many challenges an address may ask for at once, because the store keeps each for a day. */
const challengeBurst = 30;

const bytesSchema = Type.String({ maxLength: 20_000, pattern: "^[\\w-]+$" });

/** Returns the schema of the JSON of a credential (WebAuthn 5.1), whose bytes are in Base64url. */
function credentialSchema<T>(name: string, response: Record<string, TSchema>) {
  const properties = {
    id: bytesSchema,
    rawId: bytesSchema,
    type: Type.Literal("public-key"),
    response: Type.Object({ clientDataJSON: bytesSchema, ...response }),
    clientExtensionResults: Type.Record(Type.String(), Type.Unknown()),
  };
  const description = `\`toJSON()\` of the credential: \`${name}\` of WebAuthn Level 3.`;
  return Type.Unsafe<T>(Type.Object(properties, { description }));
}

const registrationSchema = credentialSchema<RegistrationResponseJSON>("RegistrationResponseJSON", {
  attestationObject: bytesSchema,
  transports: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 20 })),
});

const authenticationSchema = credentialSchema<AuthenticationResponseJSON>(
  "AuthenticationResponseJSON",
  {
    authenticatorData: bytesSchema,
    signature: bytesSchema,
    userHandle: Type.Optional(bytesSchema),
  },
);

/** Returns the schema of options that only browsers read. */
function optionsSchema<T>(name: string, method: string) {
  const description = `\`${name}\` of WebAuthn Level 3, for \`PublicKeyCredential.${method}()\`.`;
  return Type.Unsafe<T>({ type: "object", additionalProperties: true, description });
}

type PasskeyParts = StateParts & {
  sessions: Sessions;
  passkeys: OfferedPasskeys;
  checkPassword: CheckPassword;
  failures: FailureLimit;
};

/** Serves passkeys: those of one's account, and the log-in with one. */
export function servePasskeys(app: App, parts: PasskeyParts): void {
  serveOwnPasskeys(app, parts);
  servePasskeyLogin(app, parts);
}

function serveOwnPasskeys(app: App, { store, passkeys, checkPassword }: PasskeyParts): void {
  app.post(
    "/api/account/passkeys/options",
    {
      schema: {
        summary: "Begin to add a passkey",
        description:
          "Returns the options with which a browser makes a passkey, within five minutes. A passkey logs in without the password and the second factor, so one's password is asked for again.",
        tags: ["account"],
        security: ownerSecurity,
        body: Type.Object({ password: passwordSchema }),
        response: {
          200: optionsSchema<PublicKeyCredentialCreationOptionsJSON>(
            "PublicKeyCredentialCreationOptionsJSON",
            "parseCreationOptionsFromJSON",
          ),
          ...refusals(...changeRefusals, "passkeys-not-offered", "password-wrong", "sso-person"),
        },
      },
    },
    async (request, reply) => {
      if (!passkeys.ok) return refuse(reply, "passkeys-not-offered", passkeys.reason);
      const { person } = request.caller!;
      if (person.sso) return refuse(reply, "sso-person", passkeysOfSso);
      const { password } = request.body;
      const error = await checkPassword(request, reply, { person: person.id, password });
      if (error) return refuse(reply, error);
      return passkeys.passkeys.createOptions(person);
    },
  );

  app.post(
    "/api/account/passkeys",
    {
      schema: {
        summary: "Add a passkey",
        description:
          "Takes what the browser made with the options, which the same person asked for with their password. The options work once.",
        tags: ["account"],
        security: ownerSecurity,
        body: Type.Object({ name: passkeyNameSchema, response: registrationSchema }),
        response: {
          201: passkeySchema,
          ...refusals(
            ...changeRefusals,
            "passkeys-not-offered",
            "passkey-wrong",
            "passkey-expired",
            "passkey-exists",
          ),
        },
      },
    },
    async (request, reply) => {
      if (!passkeys.ok) return refuse(reply, "passkeys-not-offered", passkeys.reason);
      const added = await passkeys.passkeys.register(request.caller!.person, request.body);
      if (!added.ok) return refuse(reply, added.code, added.message);
      return reply.code(201).send(added.passkey);
    },
  );

  app.delete(
    "/api/account/passkeys/:id",
    {
      schema: {
        summary: "Remove a passkey",
        description:
          "It stops working immediately. Sessions that it began stay. It needs no password, because a lost device should be quick to lock out.",
        tags: ["account"],
        security: ownerSecurity,
        params: idParams,
        response: { 204: noContentSchema, ...refusals(...changeRefusals, "no-such-passkey") },
      },
    },
    async (request, reply) => {
      const isRemoved = await store.removePasskey(request.caller!.person.id, request.params.id);
      return isRemoved ? reply.code(204).send(null) : refuse(reply, "no-such-passkey");
    },
  );
}

function servePasskeyLogin(app: App, parts: PasskeyParts): void {
  const { store, sessions, passkeys, failures } = parts;
  const challenges = createFailureLimit({ burst: challengeBurst });

  app.post(
    "/api/session/passkey/options",
    {
      config: { access: "public" },
      schema: {
        summary: "Begin a log-in with a passkey",
        description:
          "Returns the options with which a browser asks for a passkey of this hub, within five minutes.",
        tags: ["log-in"],
        security: [],
        response: {
          200: optionsSchema<PublicKeyCredentialRequestOptionsJSON>(
            "PublicKeyCredentialRequestOptionsJSON",
            "parseRequestOptionsFromJSON",
          ),
          ...refusals("passkeys-not-offered", "cross-site", "too-many-tries"),
        },
      },
    },
    async (request, reply) => {
      if (isCrossSite(request)) return refuse(reply, "cross-site");
      if (!passkeys.ok) return refuse(reply, "passkeys-not-offered", passkeys.reason);
      const wait = challenges.recordFailure(request.ip);
      if (wait > 0) return refuse(reply.header("retry-after", wait), "too-many-tries");
      return passkeys.passkeys.requestOptions();
    },
  );

  app.post(
    "/api/session/passkey",
    {
      config: { access: "public" },
      schema: {
        summary: "Log in with a passkey",
        description:
          "Takes what the browser made with the options, which work once. It needs no name, password or second factor. The response sets the session cookie.",
        tags: ["log-in"],
        security: [],
        body: Type.Object({ response: authenticationSchema }),
        response: {
          200: sessionStateSchema,
          ...refusals(
            "invalid-request",
            "passkeys-not-offered",
            "passkey-wrong",
            "passkey-expired",
            "cross-site",
            "too-many-tries",
          ),
        },
      },
    },
    async (request, reply) => {
      if (isCrossSite(request)) return refuse(reply, "cross-site");
      if (!passkeys.ok) return refuse(reply, "passkeys-not-offered", passkeys.reason);
      const found = await passkeys.passkeys.findPerson(request.body.response);
      if (!found.ok) {
        // Only wrong passkeys are limited, so that a guesser locks out nobody at their address.
        const wait = failures.recordFailure(request.ip);
        if (wait > 0) return refuse(reply.header("retry-after", wait), "too-many-tries");
        return refuse(reply, found.code, found.message);
      }
      challenges.undoFailure(request.ip);
      await sessions.start(request, reply, { person: found.person, method: "passkey" });
      const person = await store.person(found.person);
      request.caller = person && { person, via: "session" };
      return readSessionState(parts, request);
    },
  );
}
