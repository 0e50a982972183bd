import type { Settings } from "./settings-table.ts";

/** A setting that is missing or without effect, as a sentence. `name` is that of the setting. */
type Problem = { name: string; message: string };

/**
 * Finds the first mistake in the settings of single sign-on and of the trusted header, which depend
 * on each other. `whereOf` names the place where a setting was set; undefined if it was not.
 */
export function findLoginProblem(
  settings: Settings,
  whereOf: (name: string) => string | undefined,
): Problem | undefined {
  const missing = (of: string, name: string, advice: string): Problem => ({
    name,
    message: `--${of} needs --${name} as well; ${advice}.`,
  });
  if (settings.ssoIssuer !== undefined && settings.ssoClientId === undefined)
    return missing("sso-issuer", "sso-client-id", "register the hub at the provider");
  if (settings.ssoIssuer !== undefined && !settings.ssoRoles)
    return missing("sso-issuer", "sso-roles", "say which group gets which role");
  if (settings.proxyHeader !== undefined && !settings.proxyPeers)
    return missing("proxy-header", "proxy-peers", "name the addresses of the proxy");
  if (settings.proxyHeader !== undefined && !settings.ssoRoles)
    return missing("proxy-header", "sso-roles", "say which group gets which role");
  for (const name of onlyWithIssuer) {
    const where = whereOf(name);
    if (where !== undefined && settings.ssoIssuer === undefined)
      return { name, message: `${where} is only read with --sso-issuer; add that.` };
  }
  for (const name of onlyWithHeader) {
    const where = whereOf(name);
    if (where !== undefined && settings.proxyHeader === undefined)
      return { name, message: `${where} is only read with --proxy-header; add that.` };
  }
  for (const name of ["sso-roles", "sso-group"]) {
    const where = whereOf(name);
    if (where && settings.ssoIssuer === undefined && settings.proxyHeader === undefined) {
      const message = `${where} is only read with --sso-issuer or --proxy-header; add one.`;
      return { name, message };
    }
  }
  return undefined;
}

const onlyWithIssuer = [
  "sso-client-id",
  "sso-client-secret",
  "sso-name",
  "sso-claim",
  "sso-scopes",
];
const onlyWithHeader = ["proxy-groups-header", "proxy-peers"];
