import { findOwnersPart } from "../definitions/owners-part.ts";
import { checkRegisterSecrets, type GivenSecrets } from "../definitions/register-secrets.ts";
import type { Rules } from "../registers/rules.ts";
import { sealForRegister } from "../secrets/register-secrets.ts";
import type { Sealing } from "../secrets/sealing.ts";

/**
 * Checks and seals the keys that a person enters for a register, or returns why they are refused:
 * only owners enter keys. `saved` has the names of the keys that the register has already.
 */
export async function prepareSecrets(
  secrets: GivenSecrets,
  { name, rules, saved = [] }: { name: string; rules: Rules; saved?: readonly string[] },
  byOwner: boolean,
  sealing: Pick<Sealing, "seal">,
) {
  const ofOwners = byOwner ? undefined : findOwnersPart({ secrets });
  if (ofOwners) return { ok: false, code: "secrets-for-owners", ...ofOwners } as const;
  const checked = checkRegisterSecrets(rules, secrets, saved);
  if (!checked.ok) return { ...checked, code: "not-a-register" } as const;
  const seal = await sealForRegister(sealing, name, checked.set);
  if (!seal.ok) return { ...seal, code: "secrets-locked", field: undefined } as const;
  const removed = Object.fromEntries(checked.removed.map((each) => [each, null]));
  return { ok: true, sealed: seal.sealed, removed } as const;
}
