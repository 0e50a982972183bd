import type { Parsed } from "../parsed.ts";
import { openForRegister, sealForRegister } from "../secrets/register-secrets.ts";
import type { Sealing } from "../secrets/sealing.ts";
import type { SealedSecrets } from "../store/routing.ts";

/** The secrets that the file gives a destination or register; of `keptSecrets` only the names. */
type Given = { secrets: Readonly<Record<string, string>>; keptSecrets: readonly string[] };

type Owner = { of: "destination" | "register"; name: string };

/** How a plan finds out which secrets it changes. */
export type SecretChanges = {
  /** Returns the secrets of the file as the store takes them, by their names. */
  seal(owner: Owner, given: Given): Promise<Parsed<SealedSecrets>>;
  /**
   * Returns those of them that differ from those that the store has sealed, and null for those that
   * are gone.
   */
  compare(
    owner: Owner,
    given: Given,
    sealed: SealedSecrets,
    existing: { names: readonly string[]; sealed: SealedSecrets },
  ): Promise<Record<string, string | null>>;
};

/** Compares the values of secrets. Those that cannot be opened any more are replaced. */
export function compareSecretValues(sealing: Sealing): SecretChanges {
  return {
    async seal({ of, name }, { secrets }) {
      const seal =
        of === "register"
          ? await sealForRegister(sealing, name, secrets)
          : await sealing.seal(name, secrets);
      return seal.ok ? { ok: true, value: seal.sealed } : seal;
    },
    async compare({ of, name }, { secrets }, sealed, existing) {
      const opened =
        of === "register"
          ? await openForRegister(sealing, name, existing.sealed)
          : await sealing.open(name, existing.sealed);
      const current = opened.ok ? opened.secrets : {};
      return Object.fromEntries([
        ...listGone(existing.names, sealed),
        ...Object.entries(sealed).filter(([secret]) => current[secret] !== secrets[secret]),
      ]);
    },
  };
}

/**
 * Compares only which secrets are set, and reads no value: for a preview, whose steps are never
 * run.
 */
export const compareSecretNames: SecretChanges = {
  async seal(_, { secrets, keptSecrets }) {
    const names = [...Object.keys(secrets), ...keptSecrets];
    return { ok: true, value: Object.fromEntries(names.map((name) => [name, ""])) };
  },
  async compare(_owner, _given, sealed, { names }) {
    return Object.fromEntries([
      ...listGone(names, sealed),
      ...Object.entries(sealed).filter(([secret]) => !names.includes(secret)),
    ]);
  },
};

function listGone(names: readonly string[], sealed: SealedSecrets): [string, null][] {
  return names.filter((name) => !Object.hasOwn(sealed, name)).map((name) => [name, null]);
}
