import {
  type CountedRegister,
  loadRegisterRules,
  loadTagKeys,
  type Rules,
  type Settings,
  type Store,
  type TriedScan,
} from "@scanhook/hub";
import type { Values } from "../../input/arguments.ts";
import { type Parsed, refuse } from "../../input/parsed.ts";
import type { ruleOptions } from "./usage.ts";

/**
 * Seals the keys of tags that the options of a command give, or returns why they do not fit. An
 * empty text removes a key. `saved` has the names of the keys that the register has already.
 */
export async function sealTagKeys(
  values: Values<typeof ruleOptions>,
  register: { name: string; rules: Rules; saved: readonly string[] },
  settings: Settings,
): Promise<Parsed<{ sealed: Record<string, string>; removed: Record<string, null> }>> {
  const { checkRegisterSecrets } = await loadRegisterRules();
  const { createSealing, sealForRegister } = await loadTagKeys();
  const { "file-key": fileKey, "meta-key": metaKey } = values;
  const given: Record<string, string> = {};
  if (fileKey !== undefined) given.fileKey = fileKey;
  if (metaKey !== undefined) given.metaKey = metaKey;
  const checked = checkRegisterSecrets(register.rules, given, register.saved);
  if (!checked.ok)
    return refuse(
      `--${checked.field.endsWith("metaKey") ? "meta" : "file"}-key: ${checked.reason}`,
    );
  const sealing = createSealing({ ...settings, dataDir: settings.data });
  const seal = await sealForRegister(sealing, register.name, checked.set);
  if (!seal.ok) return refuse(seal.reason);
  const removed = Object.fromEntries(checked.removed.map((name) => [name, null]));
  return { ok: true, value: { sealed: seal.sealed, removed } };
}

/**
 * Returns what the link of a tag proves; undefined for a register without the rule for tags that
 * cannot be copied.
 */
export async function readTagLink(
  store: Pick<Store, "registerSecrets">,
  { name, rules }: CountedRegister,
  content: string,
  settings: Settings,
): Promise<TriedScan["sun"]> {
  const rule = rules.keys?.sun;
  if (!rule) return undefined;
  const { createSealing, createTagCheck } = await loadTagKeys();
  const checkTag = createTagCheck(createSealing({ ...settings, dataDir: settings.data }));
  const sealed = await store.registerSecrets(name);
  return checkTag({ register: name, rule, sealed }, { content });
}
