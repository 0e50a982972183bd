import type { HubUrls } from "../addresses/hub-urls.ts";
import type { Store } from "../store/store.ts";
import { createSecret, hashSecret } from "./secrets.ts";

/**
 * Creates a one-time link that sets the owner's password, even if one is already set. Earlier links
 * become invalid.
 */
export async function renewLoginLink(
  store: Store,
  urls: HubUrls,
  expiresAt: Date,
): Promise<string> {
  await store.removeCodes("login");
  const code = createSecret(128);
  await store.addCode({ hash: hashSecret(code), purpose: "login", expiresAt });
  return `${urls.dashboard()[0]}/#/login?code=${code}`;
}
