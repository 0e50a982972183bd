import type { HubUrls } from "../addresses/hub-urls.ts";
import type { Store } from "../store/store.ts";
import { createSecret, hashSecret } from "./secrets.ts";

/**
 * Creates a one-time link that sets the password of a person, even if one is already set. Earlier
 * links of the person become invalid.
 */
export async function renewLoginLink(
  store: Store,
  urls: HubUrls,
  { person, expiresAt }: { person: number; expiresAt: Date },
): Promise<string> {
  await store.removeLoginCodes(person);
  const code = createSecret(128);
  await store.addCode({ hash: hashSecret(code), purpose: "login", person, expiresAt });
  return `${urls.dashboard()[0]}/#/login?code=${code}`;
}

const invitationDays = 7;
const dayMs = 86_400_000;

/** Creates a one-time link as `renewLoginLink` does, which is valid for seven days. */
export async function invite(
  store: Store,
  urls: HubUrls,
  person: number,
): Promise<{ link: string; expiresAt: string }> {
  const expiresAt = new Date(Date.now() + invitationDays * dayMs);
  const link = await renewLoginLink(store, urls, { person, expiresAt });
  return { link, expiresAt: expiresAt.toISOString() };
}
