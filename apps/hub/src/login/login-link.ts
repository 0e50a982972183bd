import type { Reach } from "../reach.ts";
import type { Store } from "../store/store.ts";
import { createSecret, hashSecret } from "./secrets.ts";

/** A one-time link that sets the owner's password, whether there is one or not. Earlier links end. */
export async function renewLoginLink(store: Store, reach: Reach, expiresAt: Date): Promise<string> {
  await store.removeCodes("login");
  const code = createSecret(128);
  await store.addCode({ hash: hashSecret(code), purpose: "login", expiresAt });
  return `${reach.dashboard()[0]}/#/login?code=${code}`;
}
