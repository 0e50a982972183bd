import { isIP } from "node:net";
import type { Settings } from "../../settings/settings-table.ts";

/**
 * Returns why a hub with these settings does not offer single sign-on, as one sentence. Undefined
 * if it does.
 */
export function whyNotOffered(
  settings: Pick<Settings, "ssoIssuer" | "publicUrl">,
): string | undefined {
  if (settings.ssoIssuer === undefined)
    return "Single sign-on is not set up; the setting sso-issuer names the provider.";
  const { hostname = "" } = URL.parse(settings.publicUrl ?? "") ?? {};
  const needed = "set public-url to the name of this hub, such as https://scans.example.com.";
  if (hostname === "")
    return `Single sign-on needs a name to which the provider returns; ${needed}`;
  if (isIP(hostname.replace(/^\[|\]$/g, "")) === 0) return undefined;
  return `Single sign-on does not work at an IP address; ${needed}`;
}
