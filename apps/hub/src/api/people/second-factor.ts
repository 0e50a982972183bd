import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity } from "../../login/access.ts";
import { decodeBase32, encodeBase32 } from "../../login/base32.ts";
import type { CheckPassword } from "../../login/password-check.ts";
import { createRecoveryCodes } from "../../login/recovery-codes.ts";
import { sealTotp } from "../../login/second-factor.ts";
import { findTotpDrift, findTotpStep, toTotpUri, totpSecretBytes } from "../../login/totp.ts";
import type { Sealing } from "../../secrets/sealing.ts";
import type { Store } from "../../store/store.ts";
import { type ExactMessage, exactMessage } from "../../texts/exact-message.ts";
import { changeRefusals, noContentSchema, refusals } from "../schemas.ts";
import { passwordSchema } from "./schemas.ts";

const passwordBody = Type.Object({ password: passwordSchema });

const recoveryCodesSchema = Type.Object({
  recoveryCodes: Type.Array(Type.String(), {
    description: "Ten codes, each of which stands in for a one-time password once.",
  }),
});

type FactorParts = {
  store: Store;
  sealing: Sealing;
  publicUrl: string | undefined;
  checkPassword: CheckPassword;
};

/**
 * Serves the second factor of one's account: one-time passwords of an authenticator app (RFC 6238)
 * and recovery codes. Every change asks for the password again.
 */
export function serveSecondFactor(app: App, parts: FactorParts): void {
  const { store, checkPassword } = parts;
  const toUri = (request: FastifyRequest, secret: string) => {
    // Apps list the codes of several hubs, so the label says which hub this is.
    const host = URL.parse(parts.publicUrl ?? "")?.hostname ?? request.hostname;
    const account = `${request.caller!.person.name}@${host}`;
    return toTotpUri({ issuer: "Scanhook", account, secret });
  };

  app.post(
    "/api/account/totp",
    {
      schema: {
        summary: "Make a secret for an authenticator app",
        description:
          "Changes nothing yet. `PUT /api/account/totp` takes the secret with a code that the app shows for it.",
        tags: ["account"],
        security: ownerSecurity,
        response: {
          200: Type.Object({
            secret: Type.String({ description: "160 bits in Base32, to type into the app." }),
            uri: Type.String({ description: "An `otpauth:` URI, to show as a QR code." }),
          }),
          ...refusals(...changeRefusals, "sso-person"),
        },
      },
    },
    async (request, reply) => {
      if (request.caller!.person.sso) return refuse(reply, "sso-person");
      const secret = encodeBase32(randomBytes(totpSecretBytes));
      return { secret, uri: toUri(request, secret) };
    },
  );

  serveSetUp(app, parts);

  app.delete(
    "/api/account/totp",
    {
      schema: {
        summary: "Remove one's second factor",
        description: "Removes the secret of the authenticator app and all recovery codes.",
        tags: ["account"],
        security: ownerSecurity,
        body: passwordBody,
        response: {
          204: noContentSchema,
          ...refusals(...changeRefusals, "password-wrong", "sso-person"),
        },
      },
    },
    async (request, reply) => {
      const { id: person, sso } = request.caller!.person;
      if (sso) return refuse(reply, "sso-person");
      const { password } = request.body;
      const error = await checkPassword(request, reply, { person, password });
      if (error) return refuse(reply, error);
      await store.setTotp(person, undefined);
      return reply.code(204).send(null);
    },
  );

  app.post(
    "/api/account/recovery-codes",
    {
      schema: {
        summary: "Make new recovery codes",
        description:
          "They replace the earlier ones, and are shown only in this response. The hub keeps their hashes.",
        tags: ["account"],
        security: ownerSecurity,
        body: passwordBody,
        response: {
          200: recoveryCodesSchema,
          ...refusals(...changeRefusals, "password-wrong", "sso-person", "no-second-factor"),
        },
      },
    },
    async (request, reply) => {
      const { id: person, sso } = request.caller!.person;
      if (sso) return refuse(reply, "sso-person");
      const { password } = request.body;
      const error = await checkPassword(request, reply, { person, password });
      if (error) return refuse(reply, error);
      const sealed = (await store.loginSecrets(person))?.totp;
      if (sealed === undefined) return refuse(reply, "no-second-factor");
      const { codes, hashes } = createRecoveryCodes();
      await store.setTotp(person, { sealed, recoveryCodes: hashes });
      return { recoveryCodes: codes };
    },
  );
}

function serveSetUp(app: App, { store, sealing, checkPassword }: FactorParts): void {
  app.put(
    "/api/account/totp",
    {
      schema: {
        summary: "Set up an authenticator app",
        description:
          "From now on, log-ins by password also need a code of the app, or one of the recovery codes in this response, which the hub shows only here. An earlier secret and its recovery codes stop working. Sessions stay. Log-in links and passkeys need no code.",
        tags: ["account"],
        security: ownerSecurity,
        body: Type.Object({
          password: passwordSchema,
          secret: Type.String({
            pattern: "^[A-Z2-7]{32}$",
            description: "The secret of `POST /api/account/totp`.",
          }),
          code: Type.String({
            maxLength: 20,
            description: "The six digits that the app shows now. They cannot be used again.",
          }),
        }),
        response: {
          200: recoveryCodesSchema,
          ...refusals(
            ...changeRefusals,
            "password-wrong",
            "second-factor-wrong",
            "sso-person",
            "secrets-locked",
          ),
        },
      },
    },
    async (request, reply) => {
      const { id: person, sso } = request.caller!.person;
      if (sso) return refuse(reply, "sso-person");
      const { password, secret } = request.body;
      const error = await checkPassword(request, reply, { person, password });
      if (error) return refuse(reply, error);
      const bytes = decodeBase32(secret)!;
      const code = request.body.code.replace(/\s/g, "");
      const now = Date.now();
      const step = findTotpStep(bytes, code, now);
      if (step === undefined) {
        const drift = findTotpDrift(bytes, code, now);
        return refuse(reply, "second-factor-wrong", describeDrift(drift) ?? wrongFirstCode);
      }
      const seal = await sealTotp(sealing, person, bytes);
      if (!seal.ok) return refuse(reply, "secrets-locked", seal.reason);
      const { codes, hashes } = createRecoveryCodes();
      await store.setTotp(person, { sealed: seal.sealed, recoveryCodes: hashes });
      await store.useTotpStep(person, step);
      return { recoveryCodes: codes };
    },
  );
}

const wrongFirstCode = exactMessage("totp-of-other-key");

/** Returns a sentence about a clock that is off. Undefined if the code is wrong at all times. */
function describeDrift(seconds: number | undefined): ExactMessage | undefined {
  if (seconds === undefined) return undefined;
  const off = { seconds: String(Math.abs(seconds)) };
  return exactMessage(seconds < 0 ? "totp-clock-behind" : "totp-clock-ahead", off);
}
