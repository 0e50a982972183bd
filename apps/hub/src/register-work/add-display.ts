import { createSecret, hashSecret } from "../login/secrets.ts";
import type { DisplayRecord } from "../store/displays.ts";
import type { Store } from "../store/store.ts";

/**
 * Adds a door display to a register. Returns it with the token of its link, of which the hub keeps
 * only a hash. Returns undefined if the register was removed.
 */
export async function addDisplay(
  store: Pick<Store, "addDisplay">,
  register: number,
  display: { door?: string; names: boolean },
): Promise<(DisplayRecord & { token: string }) | undefined> {
  const token = createSecret(128);
  const added = await store.addDisplay(register, { ...display, hash: hashSecret(token) });
  return added === "no-such-register" ? undefined : { ...added, token };
}
