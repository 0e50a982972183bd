import type { TokenRecord } from "../store/logins.ts";
import type { Store } from "../store/store.ts";
import { createSecret, hashSecret } from "./secrets.ts";

/**
 * Makes an API token. `token` is its secret, which the store cannot return again, because it keeps
 * only the hash.
 */
export async function makeToken(
  store: Pick<Store, "addToken">,
  fields: Omit<Parameters<Store["addToken"]>[0], "hash">,
): Promise<TokenRecord & { token: string }> {
  const token = createSecret(256, "shk_");
  const record = await store.addToken({ ...fields, hash: hashSecret(token) });
  return { ...record, token };
}
