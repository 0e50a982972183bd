import type { PersonRecord } from "../../store/people.ts";
import type { Store } from "../../store/store.ts";
import { admitPerson } from "../admit-person.ts";
import type { GroupRules } from "../find-role.ts";
import { createSecret, hashSecret } from "../secrets.ts";
import { readGroups, readName, toPersonName } from "./claims.ts";
import { describeFailure, type SsoFailure } from "./describe-failure.ts";
import type { LoginSecrets, Provider } from "./provider.ts";

/** How long a log-in at the provider may take, in minutes. */
export const loginMinutes = 10;

/** Log-ins at a provider, from the click on the button to the account. */
export type SsoLogin = {
  /**
   * Begins a log-in. `location` is the address at the provider, and `browser` a secret that the
   * browser has to bring back.
   */
  begin(): Promise<{ ok: true; location: string; browser: string } | Failed>;
  /**
   * Ends a log-in at the address to which the provider has returned. `browser` are the secrets that
   * the browser brings.
   */
  complete(
    callback: URL,
    browser: readonly string[],
  ): Promise<{ ok: true; person: PersonRecord; idToken: string } | Failed>;
};

type Failed = { ok: false } & SsoFailure;

/**
 * Creates the log-ins of a provider. The one-time code in the store is found only by the `state`
 * and the secret of the browser together. Therefore an address to which the provider has returned
 * works once, and only in the browser in which the log-in began.
 */
export function createSsoLogin({
  store,
  provider,
  claim,
  rules,
}: {
  store: Store;
  provider: Provider;
  claim: string;
  rules: GroupRules;
}): SsoLogin {
  async function begin() {
    const browser = createSecret(256);
    const state = createSecret(128);
    const nonce = createSecret(128);
    const verifier = createSecret(256);
    const location = await provider.authorizationUrl({ state, nonce, verifier });
    const expiresAt = new Date(Date.now() + loginMinutes * 60_000);
    const hash = hashSecret(`${state} ${browser}`);
    await store.addCode({ hash, purpose: "sso", data: { nonce, verifier }, expiresAt });
    return { ok: true, location, browser } as const;
  }

  async function findSecrets(
    state: string,
    browsers: readonly string[],
  ): Promise<LoginSecrets | undefined> {
    for (const browser of browsers) {
      const used = await store.useCode(hashSecret(`${state} ${browser}`), "sso");
      if (used.kind !== "ok") continue;
      const { nonce, verifier } = used.data as { nonce: string; verifier: string };
      return { state, nonce, verifier };
    }
    return undefined;
  }

  async function complete(callback: URL, browsers: readonly string[]) {
    const secrets = await findSecrets(callback.searchParams.get("state") ?? "", browsers);
    if (!secrets) {
      const reason = "The log-in was not begun in this browser, or it was used or has expired.";
      return { ok: false, code: "sso-expired", reason } as const;
    }
    const { issuer, subject, claims, idToken } = await provider.redeem(callback, secrets);
    const groups = readGroups(claims, claim);
    const name = readName(claims) ?? toPersonName(subject) ?? "SSO";
    const told = { identity: { issuer, subject }, name, groups: groups ?? [] };
    const person = await admitPerson(store, told, rules);
    if (person) return { ok: true, person, idToken } as const;
    const reason = groups
      ? `None of the groups of ${name} has a role in sso-roles, or the one in sso-group is missing.`
      : `The provider tells no claim ${claim} of ${name}; check sso-claim and sso-scopes.`;
    return { ok: false, code: "sso-no-role", reason } as const;
  }

  const fail = (error: unknown): Failed => ({ ok: false, ...describeFailure(error) });
  return {
    begin: () => begin().catch(fail),
    complete: (callback, browsers) => complete(callback, browsers).catch(fail),
  };
}
