import type { HubUrls } from "../addresses/hub-urls.ts";
import type { Store } from "../store/store.ts";
import { createSecret, hashSecret } from "./secrets.ts";

/**
 * Creates a one-time link for somebody at the machine of the hub, which sets the password of a
 * person, even if one is already set. Earlier links of the person become invalid.
 */
export function renewLoginLink(
  store: Store,
  urls: HubUrls,
  options: { person: number; expiresAt: Date },
): Promise<string> {
  return renewLink(store, urls.dashboard()[0], options);
}

async function renewLink(
  store: Store,
  base: string | undefined,
  { person, expiresAt }: { person: number; expiresAt: Date },
): Promise<string> {
  await store.removeLoginCodes(person);
  const code = createSecret(128);
  await store.addCode({ hash: hashSecret(code), purpose: "login", person, expiresAt });
  return `${base}/#/login?code=${code}`;
}

const invitationDays = 7;
const dayMs = 86_400_000;

/**
 * Creates a one-time link as `renewLoginLink` does, for a person at any device that reaches the
 * hub. It is valid for seven days.
 */
export async function invite(
  store: Store,
  urls: HubUrls,
  person: number,
): Promise<{ link: string; expiresAt: string }> {
  const expiresAt = new Date(Date.now() + invitationDays * dayMs);
  const link = await renewLink(store, urls.phones()[0], { person, expiresAt });
  return { link, expiresAt: expiresAt.toISOString() };
}
