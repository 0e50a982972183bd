import { isIP } from "node:net";
import type { Settings } from "../../settings/settings-table.ts";
import { say } from "../../texts/exact-message.ts";

/**
 * Returns why a hub with these settings does not offer single sign-on, as one sentence. Undefined
 * if it does.
 */
export function whyNotOffered(
  settings: Pick<Settings, "ssoIssuer" | "publicUrl">,
): string | undefined {
  if (settings.ssoIssuer === undefined) return say("sso-not-set-up");
  const { hostname = "" } = URL.parse(settings.publicUrl ?? "") ?? {};
  if (hostname === "") return say("sso-needs-name");
  if (isIP(hostname.replace(/^\[|\]$/g, "")) === 0) return undefined;
  return say("sso-at-ip");
}
