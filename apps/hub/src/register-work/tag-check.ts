import type { SunKeys, SunReading } from "../registers/sun.ts";
import { readSun } from "../registers/sun.ts";
import { openForRegister } from "../secrets/register-secrets.ts";
import type { Sealing } from "../secrets/sealing.ts";
import type { SunCheck } from "../store/inboxes.ts";

/** Verifies the link of a tag with the keys of its register. */
export type TagCheck = (
  check: SunCheck,
  scan: { content: string; tag?: string | undefined },
) => Promise<SunReading>;

/**
 * Creates a check that keeps the opened keys of each register. Keys that do not open are tried
 * again with each scan, because the key of the hub may come back.
 */
export function createTagCheck(sealing: Pick<Sealing, "open">): TagCheck {
  const opened = new Map<string, { sealed: string; keys: SunKeys }>();

  async function openKeys({ register, sealed }: SunCheck): Promise<SunKeys | undefined> {
    const text = JSON.stringify(sealed);
    const known = opened.get(register);
    if (known?.sealed === text) return known.keys;
    const result = await openForRegister(sealing, register, sealed);
    const { fileKey, metaKey } = result.ok ? result.secrets : {};
    if (fileKey === undefined) return undefined;
    const keys = {
      fileKey: Buffer.from(fileKey, "hex"),
      metaKey: metaKey === undefined ? undefined : Buffer.from(metaKey, "hex"),
    };
    opened.set(register, { sealed: text, keys });
    return keys;
  }

  return async (check, scan) => {
    const keys = await openKeys(check);
    return keys ? readSun(scan, keys, check.rule) : { ok: false, code: "no-key" };
  };
}
