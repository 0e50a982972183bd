import type { OtherLogins } from "../api/people/session.ts";
import { serveSso } from "../api/people/sso.ts";
import { createEgress } from "../egress/egress.ts";
import type { App } from "../http/app.ts";
import { createFailureLimit } from "../login/failure-limit.ts";
import type { Sessions } from "../login/sessions.ts";
import { createProvider } from "../login/sso/provider.ts";
import { createSsoLogin } from "../login/sso/sso-login.ts";
import { whyNotOffered } from "../login/sso/why-not-offered.ts";
import type { Settings } from "../settings/settings-table.ts";
import type { Store } from "../store/store.ts";

/** How long somebody who logs out waits for the provider, in milliseconds. */
const logoutWaitMs = 3000;
/** The log-ins that an address may begin at once without ending one. */
const maxBegun = 30;

/**
 * Opens single sign-on if the settings name a provider, and closes it with the app. Without a name
 * in `public-url` the hub runs without it, and the log says why.
 */
export function openSso(
  app: App,
  { settings, store, sessions }: { settings: Settings; store: Store; sessions: Sessions },
): Pick<OtherLogins, "sso" | "logoutUrl"> {
  const { ssoIssuer: issuer, ssoClientId: clientId, publicUrl, ssoRoles: roles } = settings;
  const reason = whyNotOffered(settings);
  if (reason !== undefined || !issuer || !clientId || !publicUrl || !roles) {
    if (issuer) app.log.warn({ reason }, "single sign-on is not offered");
    return { sso: undefined, logoutUrl: async () => undefined };
  }
  const { ssoClientSecret: clientSecret, ssoScopes: scopes, ssoClaim: claim } = settings;
  const provider = createProvider({
    issuer,
    clientId,
    clientSecret,
    scopes,
    claim,
    redirectUri: `${publicUrl}/sso/callback`,
    egress: createEgress(),
  });
  app.addHook("onClose", provider.close);
  const rules = { group: settings.ssoGroup, roles };
  serveSso(app, {
    login: createSsoLogin({ store, provider, claim, rules }),
    sessions,
    publicUrl,
    beginnings: createFailureLimit({ burst: maxBegun }),
  });
  return {
    sso: { name: settings.ssoName ?? new URL(issuer).host },
    async logoutUrl(idToken) {
      if (idToken === undefined) return undefined;
      const { promise: late, resolve } = Promise.withResolvers<undefined>();
      const timer = setTimeout(() => resolve(undefined), logoutWaitMs);
      // The session has ended here, also when the provider is down.
      const location = provider.logoutUrl(idToken).catch(() => undefined);
      return Promise.race([location, late]).finally(() => clearTimeout(timer));
    },
  };
}
