import type { Rules } from "../registers/rules.ts";
import { say } from "../texts/exact-message.ts";

/** The names of the secrets of a register: the keys of its tags. */
const registerSecretNames = ["fileKey", "metaKey"] as const;

/** The keys as they were written; null removes one. */
export type GivenSecrets = Readonly<Record<string, string | null>>;

/** The keys to store, as 32 hexadecimal digits, and the names of those to remove. */
export type CheckedSecrets =
  | { ok: true; set: Record<string, string>; removed: string[] }
  | { ok: false; field: string; reason: string };

/**
 * Checks the keys that are entered for a register with these rules. `saved` has the names of those
 * that are stored already.
 */
export function checkRegisterSecrets(
  rules: Rules,
  given: GivenSecrets = {},
  saved: readonly string[] = [],
): CheckedSecrets {
  const set: Record<string, string> = {};
  const removed: string[] = [];
  for (const [name, text] of Object.entries(given)) {
    const field = `secrets.${name}`;
    if (!registerSecretNames.some((known) => known === name))
      return {
        ok: false,
        field,
        reason: say("register-secret-unknown", { name }),
      };
    const digits = text?.replace(/[\s:-]/g, "") ?? "";
    if (digits === "") removed.push(name);
    else if (/^[0-9A-F]{32}$/i.test(digits)) set[name] = digits.toLowerCase();
    else
      return {
        ok: false,
        field,
        reason: say("tag-key-wrong"),
      };
  }
  const isKept = saved.includes("fileKey") && !removed.includes("fileKey");
  if (rules.keys?.sun && set.fileKey === undefined && !isKept)
    return {
      ok: false,
      field: "secrets.fileKey",
      reason: say("file-key-missing"),
    };
  return { ok: true, set, removed };
}
