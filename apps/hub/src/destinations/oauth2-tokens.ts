import { formatBasic } from "@scanhook/webhook";
import type { HttpMessage, OAuth2Grant } from "./kind.ts";
import { hideSecrets } from "./redaction.ts";
import type { ExchangeResult } from "./wires/http-outcome.ts";

export type TokenResult = { ok: true; token: string } | { ok: false; error: string };

/**
 * Gets access tokens for client credentials (RFC 6749, section 4.4): one for each destination, kept
 * until a minute before it expires.
 */
export function createTokens<Context extends { destinationId: number; maxResponseBytes: number }>(
  exchange: (
    message: Omit<HttpMessage, "via" | "oauth2">,
    context: Context,
  ) => Promise<ExchangeResult>,
  now: () => Date,
) {
  const entries = new Map<number, Entry>();

  return {
    /**
     * Returns a valid token. Concurrent calls for the same token share one request. Never throws.
     */
    async get(grant: OAuth2Grant, context: Context): Promise<TokenResult> {
      const grantKey = JSON.stringify(grant);
      const existing = entries.get(context.destinationId);
      if (existing?.grantKey === grantKey && existing.expiresAtMs > now().getTime()) {
        return existing.response;
      }
      const entry: Entry = {
        grantKey,
        response: requestToken(grant, context),
        expiresAtMs: Number.POSITIVE_INFINITY,
      };
      entries.set(context.destinationId, entry);
      const result = await entry.response;
      if (result.ok) Object.assign(entry, { expiresAtMs: result.expiresAtMs, value: result.token });
      else if (entries.get(context.destinationId) === entry) entries.delete(context.destinationId);
      return result;
    },
    /** Forgets the token of a destination. If a token is given, forgets only that one. */
    drop(destinationId: number, token?: string): void {
      const existing = entries.get(destinationId);
      if (token === undefined || existing?.value === token) entries.delete(destinationId);
    },
  };

  async function requestToken(grant: OAuth2Grant, context: Context): Promise<TokenResponse> {
    const form = new URLSearchParams({ grant_type: "client_credentials" });
    if (grant.scope !== undefined) form.set("scope", grant.scope);
    if (grant.audience !== undefined) form.set("audience", grant.audience);
    const headers: Record<string, string> = {
      "content-type": "application/x-www-form-urlencoded",
      accept: "application/json",
    };
    if (grant.credentialsIn === "body") {
      form.set("client_id", grant.clientId);
      form.set("client_secret", grant.clientSecret);
    } else {
      // Both are form-encoded before they become Basic credentials (RFC 6749, section 2.3.1).
      headers.authorization = formatBasic(
        formEncode(grant.clientId),
        formEncode(grant.clientSecret),
      );
    }
    const response = await exchange(
      { method: "POST", url: grant.tokenUrl, headers, body: form.toString() },
      { ...context, maxResponseBytes },
    );
    if (!response.ok) return { ok: false, error: `No access token: ${response.error}` };
    const fields = parseJsonObject(response.body);
    const token = fields.access_token;
    if (response.status !== 200 || typeof token !== "string" || !/^[\x21-\x7e]+$/.test(token)) {
      const { clientSecret } = grant;
      const errorCode =
        typeof fields.error === "string"
          ? ` (${hideSecrets(fields.error, { clientSecret }).slice(0, 100)})`
          : "";
      const { host } = new URL(grant.tokenUrl);
      const responded = `${host} responded with ${response.status}${errorCode}`;
      const isPage = response.status === 200 && token === undefined && errorCode === "";
      return {
        ok: false,
        error: isPage
          ? `No access token: ${responded} but without a token. Check “Token URL”.`
          : `No access token: ${responded}. Check client ID, client secret and scope.`,
      };
    }
    const lifetimeSeconds = Number(fields.expires_in);
    const usedSeconds =
      Number.isFinite(lifetimeSeconds) && lifetimeSeconds > 0
        ? lifetimeSeconds
        : defaultLifetimeSeconds;
    return {
      ok: true,
      token,
      expiresAtMs: now().getTime() + Math.max(0, usedSeconds - marginSeconds) * 1000,
    };
  }
}

type TokenResponse =
  | { ok: true; token: string; expiresAtMs: number }
  | { ok: false; error: string };

/** A requested token. Until its response arrives, `value` is missing and `expiresAtMs` infinite. */
type Entry = {
  grantKey: string;
  response: Promise<TokenResponse>;
  expiresAtMs: number;
  value?: string;
};

const maxResponseBytes = 65_536;
const defaultLifetimeSeconds = 300;
/** The time before its expiry from which on a token is not used any more. */
const marginSeconds = 60;

function formEncode(text: string): string {
  return new URLSearchParams({ a: text }).toString().slice(2);
}

function parseJsonObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
