import type { Configuration, ServerMetadata } from "openid-client";
import type { Egress } from "../../egress/egress.ts";
import { type Claims, readGroups, readName } from "./claims.ts";
import { createProviderFetch, isSafe, providerTimeoutSeconds } from "./provider-fetch.ts";

/** The secrets of one log-in, which only the hub knows until it sends them. */
export type LoginSecrets = { state: string; nonce: string; verifier: string };

/** The identity that a provider tells after a log-in. */
export type ToldIdentity = { issuer: string; subject: string; claims: Claims; idToken: string };

/** A provider of single sign-on (OpenID Connect Core 1.0). */
export type Provider = {
  /** Returns the address at which the log-in begins. */
  authorizationUrl(secrets: LoginSecrets): Promise<string>;
  /**
   * Exchanges the code in the address to which the provider has returned (RFC 6749, 4.1.3), and
   * checks the ID token.
   */
  redeem(callback: URL, secrets: LoginSecrets): Promise<ToldIdentity>;
  /** Returns the address for logging out (RP-Initiated Logout 1.0), if the provider has one. */
  logoutUrl(idToken: string): Promise<string | undefined>;
  close(): Promise<void>;
};

/** Thrown for a provider that does not match the settings. The message is one sentence. */
export class ProviderMismatch extends Error {
  override readonly name = "ProviderMismatch";
}

const metadataMs = 60 * 60_000;
/** A longer ID token is left out of the address for logging out, which servers limit to 8 KiB. */
const maxHintLength = 4096;

type ProviderParts = {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  scopes: string;
  /** The claim with the groups. */
  claim: string;
  /** The address to which the provider returns. */
  redirectUri: string;
  egress: Egress;
};

/**
 * Creates a provider, which is asked for nothing until it is used. Every log-in begins with its
 * metadata, which is then kept for an hour, and gets the signing keys again, so that new keys are
 * known, and withdrawn ones unknown, at once.
 */
export function createProvider(parts: ProviderParts): Provider {
  const { issuer, clientId, clientSecret, claim } = parts;
  const { fetch, close } = createProviderFetch(parts.egress);
  const isPlain = issuer.startsWith("http:");
  let found: { metadata: Promise<ServerMetadata>; until: number } | undefined;

  function renewMetadata(): Promise<ServerMetadata> {
    const lookup = { metadata: discover(), until: Date.now() + metadataMs };
    found = lookup;
    // A failure is not kept, so that the next use tries again.
    lookup.metadata.catch(() => {
      if (found === lookup) found = undefined;
    });
    return lookup.metadata;
  }

  async function discover(): Promise<ServerMetadata> {
    const { allowInsecureRequests, customFetch, discovery } = await import("openid-client");
    const config = await discovery(new URL(issuer), clientId, undefined, undefined, {
      [customFetch]: fetch,
      timeout: providerTimeoutSeconds,
      execute: isPlain ? [allowInsecureRequests] : [],
    }).catch((error: unknown) => {
      const told = findOtherIssuer(error);
      throw told === undefined ? error : new ProviderMismatch(describeOther(told, issuer));
    });
    const metadata = config.serverMetadata();
    // The library accepts an issuer of Entra ID that stands for every company there is.
    if (new URL(metadata.issuer).href !== new URL(issuer).href)
      throw new ProviderMismatch(describeOther(metadata.issuer, issuer));
    for (const url of [metadata.authorization_endpoint, metadata.end_session_endpoint])
      if (url !== undefined && !isSafe(new URL(url)))
        throw new ProviderMismatch(`The provider leads to ${url}, which is not https.`);
    return { ...metadata };
  }

  async function configure(): Promise<Configuration> {
    const oidc = await import("openid-client");
    const isKnown = found !== undefined && found.until > Date.now();
    const metadata = await (isKnown ? found!.metadata : renewMetadata());
    const authenticate =
      clientSecret === undefined
        ? oidc.None()
        : takesBasic(metadata)
          ? oidc.ClientSecretBasic(clientSecret)
          : oidc.ClientSecretPost(clientSecret);
    const config = new oidc.Configuration(metadata, clientId, undefined, authenticate);
    config.timeout = providerTimeoutSeconds;
    config[oidc.customFetch] = fetch;
    oidc.enableNonRepudiationChecks(config);
    if (isPlain) oidc.allowInsecureRequests(config);
    return config;
  }

  return {
    async authorizationUrl({ state, nonce, verifier }) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import("openid-client");
      // Asks again, so that nobody is led to a provider that is down.
      await renewMetadata();
      const url = buildAuthorizationUrl(await configure(), {
        redirect_uri: parts.redirectUri,
        scope: parts.scopes,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
      return url.href;
    },
    async redeem(callback, { state, nonce, verifier }) {
      const { authorizationCodeGrant, fetchUserInfo } = await import("openid-client");
      const config = await configure();
      const tokens = await authorizationCodeGrant(config, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const signed = tokens.claims()!;
      const isComplete = readGroups(signed, claim) !== undefined && readName(signed) !== undefined;
      const hasMore = !isComplete && config.serverMetadata().userinfo_endpoint !== undefined;
      const more = hasMore ? await fetchUserInfo(config, tokens.access_token, signed.sub) : {};
      return {
        issuer: signed.iss,
        subject: signed.sub,
        claims: { ...more, ...signed },
        idToken: tokens.id_token!,
      };
    },
    async logoutUrl(idToken) {
      const { buildEndSessionUrl } = await import("openid-client");
      const config = await configure();
      if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
      const hint: Record<string, string> =
        idToken.length > maxHintLength ? {} : { id_token_hint: idToken };
      return buildEndSessionUrl(config, hint).href;
    },
    close,
  };
}

/** Returns the issuer that a provider told in place of the expected one. */
function findOtherIssuer(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  const { attribute, body } = (cause ?? {}) as { attribute?: string; body?: { issuer: string } };
  return attribute === "issuer" ? body?.issuer : undefined;
}

const describeOther = (told: string, issuer: string) =>
  `The provider at ${issuer} calls itself ${told}; set sso-issuer to exactly that.`;

/** Returns whether a client may send its secret by HTTP Basic, the default of Discovery 1.0. */
function takesBasic({ token_endpoint_auth_methods_supported: methods }: ServerMetadata): boolean {
  return methods === undefined || methods.includes("client_secret_basic");
}
