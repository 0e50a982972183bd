import type { SealedSecrets } from "../store/routing.ts";
import type { Sealing } from "./sealing.ts";

/** Seals the keys of the tags of a register. */
export function sealForRegister(
  sealing: Pick<Sealing, "seal">,
  name: string,
  secrets: Readonly<Record<string, string>>,
): ReturnType<Sealing["seal"]> {
  return sealing.seal(toOwner(name), secrets);
}

/** Opens the keys of the tags of a register. */
export function openForRegister(
  sealing: Pick<Sealing, "open">,
  name: string,
  sealed: SealedSecrets,
): ReturnType<Sealing["open"]> {
  return sealing.open(toOwner(name), sealed, `the register ${name}`);
}

/** Returns the owner of the secrets, which is the name of no destination. */
function toOwner(name: string): string {
  return `register ${name}`;
}
