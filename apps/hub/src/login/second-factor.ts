import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";
import type { ErrorCode } from "../http/errors.ts";
import type { Sealing } from "../secrets/sealing.ts";
import type { Store } from "../store/store.ts";
import { StoreUnavailable } from "../store/unavailable.ts";
import { createFailureLimit, type FailureLimit } from "./failure-limit.ts";
import { hashRecoveryCode } from "./recovery-codes.ts";
import { findTotpStep } from "./totp.ts";

/**
 * Checks the second factor of a person who has one: a one-time password or a recovery code.
 * Resolves to undefined if it is right or not needed, or to the error.
 */
export type CheckSecondFactor = (
  request: FastifyRequest,
  reply: FastifyReply,
  login: { person: number; second: string | undefined },
) => Promise<ErrorCode | undefined>;

type FactorStore = Pick<Store, "loginSecrets" | "useTotpStep" | "useRecoveryCode">;

/**
 * Creates the check of second factors. A one-time password works once, and a recovery code too. It
 * limits wrong tries at each address, together with wrong passwords, and one-time passwords also
 * for each person at all addresses, because a million of them can be guessed. `now` is in
 * milliseconds since 1970.
 */
export function createSecondFactorCheck(parts: {
  store: FactorStore;
  sealing: Pick<Sealing, "open">;
  failures: FailureLimit;
  now?: () => number;
}): CheckSecondFactor {
  const { store, sealing, failures, now = () => Date.now() } = parts;
  // At 288 guesses a day, whoever knows the password needs years: three of a million are right.
  const guesses = createFailureLimit({ secondsPerFailure: 300 });
  const useStep = createStepUse(store);

  async function checkTotp(
    request: FastifyRequest,
    reply: FastifyReply,
    { person, sealed, code }: { person: number; sealed: string; code: string },
  ): Promise<ErrorCode | undefined> {
    const secret = await openTotp(sealing, person, sealed);
    if (!secret.ok) {
      request.log.warn({ person }, secret.reason);
      return "second-factor-locked";
    }
    const account = `person ${person}`;
    // Counted before the check, so that simultaneous guesses cannot exceed the limit.
    const wait = guesses.recordFailure(account);
    if (wait > 0) {
      reply.header("retry-after", wait);
      return "too-many-codes";
    }
    const step = findTotpStep(secret.bytes, code, now());
    if (step === undefined || !(await useStep(person, step))) return "second-factor-wrong";
    guesses.undoFailure(account);
    return undefined;
  }

  async function checkRecoveryCode(
    person: number,
    hash: string,
  ): Promise<"second-factor-wrong" | undefined> {
    return (await store.useRecoveryCode(person, hash)) ? undefined : "second-factor-wrong";
  }

  return async (request, reply, { person, second }) => {
    const sealed = (await store.loginSecrets(person))?.totp;
    if (sealed === undefined) return undefined;
    const code = second?.replace(/\s/g, "") ?? "";
    if (code === "") return "second-factor-needed";
    const wait = failures.recordFailure(request.ip);
    if (wait > 0) {
      reply.header("retry-after", wait);
      return "too-many-tries";
    }
    const recovery = hashRecoveryCode(code);
    const error =
      recovery === undefined
        ? await checkTotp(request, reply, { person, sealed, code })
        : await checkRecoveryCode(person, recovery);
    if (error !== "second-factor-wrong") failures.undoFailure(request.ip);
    return error;
  };
}

/**
 * Creates the use of time steps, each of which a person uses once. While the store cannot write, as
 * on a full disk, the used steps are known only to this process, so that an owner can log in and
 * find the cause.
 */
function createStepUse(store: FactorStore): FactorStore["useTotpStep"] {
  const usedHere = new Map<number, number>();
  return async (person, step) => {
    if (step <= (usedHere.get(person) ?? 0)) return false;
    usedHere.set(person, step);
    try {
      return await store.useTotpStep(person, step);
    } catch (error) {
      if (error instanceof StoreUnavailable) return true;
      throw error;
    }
  };
}

/**
 * Warns about each person whose one-time passwords cannot be checked, for example because their
 * secret was sealed with another key. Called when the hub starts, so that an owner learns it before
 * somebody cannot log in.
 */
export async function warnOfLockedFactors(parts: {
  store: Pick<Store, "people" | "loginSecrets">;
  sealing: Pick<Sealing, "open">;
  log: Pick<FastifyBaseLogger, "warn">;
}): Promise<void> {
  const { store, sealing, log } = parts;
  for (const { id, name, hasTotp } of await store.people()) {
    const sealed = hasTotp ? (await store.loginSecrets(id))?.totp : undefined;
    const opened = sealed === undefined ? undefined : await openTotp(sealing, id, sealed);
    if (opened?.ok === false) log.warn({ person: name }, opened.reason);
  }
}

/** Seals the secret of a person's one-time passwords for the store. */
export async function sealTotp(
  sealing: Pick<Sealing, "seal">,
  person: number,
  secret: Buffer,
): Promise<{ ok: true; sealed: string } | { ok: false; reason: string }> {
  const result = await sealing.seal(`person ${person}`, { totp: secret.toString("base64") });
  return result.ok ? { ok: true, sealed: result.sealed.totp! } : result;
}

/** Opens the secret of a person's one-time passwords. */
export async function openTotp(
  sealing: Pick<Sealing, "open">,
  person: number,
  sealed: string,
): Promise<{ ok: true; bytes: Buffer } | { ok: false; reason: string }> {
  const owner = `person ${person}`;
  const opened = await sealing.open(owner, { totp: sealed }, owner);
  if (!opened.ok) return opened;
  return { ok: true, bytes: Buffer.from(opened.secrets.totp!, "base64") };
}
