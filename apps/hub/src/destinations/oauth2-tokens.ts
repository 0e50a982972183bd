import { printBasic } from "@scanhook/webhook";
import { hideSecrets } from "./hidden-secrets.ts";
import type { HttpMessage } from "./http-auth.ts";
import type { OAuth2Grant } from "./kind.ts";
import type { Exchanged } from "./wires/http-outcome.ts";

export type Token = { ok: true; token: string } | { ok: false; error: string };

/** Tokens of client credentials (RFC 6749 4.4), one a destination, kept until a minute before they end. */
export function createTokens<Context extends { destination: number; answerBytes: number }>(
  exchange: (message: Omit<HttpMessage, "via" | "oauth2">, context: Context) => Promise<Exchanged>,
  now: () => Date,
) {
  const kept = new Map<number, Entry>();

  return {
    /** Never throws. Those who need the same token at the same time wait for one request. */
    async get(grant: OAuth2Grant, context: Context): Promise<Token> {
      const asked = JSON.stringify(grant);
      const known = kept.get(context.destination);
      if (known?.grant === asked && known.until > now().getTime()) return known.token;
      const entry: Entry = {
        grant: asked,
        token: askFor(grant, context),
        until: Number.POSITIVE_INFINITY,
      };
      kept.set(context.destination, entry);
      const got = await entry.token;
      if (got.ok) Object.assign(entry, { until: got.until, value: got.token });
      else if (kept.get(context.destination) === entry) kept.delete(context.destination);
      return got;
    },
    /** Forgets the token of a destination; when one is named, only if it is still that. */
    drop(destination: number, token?: string): void {
      const known = kept.get(destination);
      if (token === undefined || known?.value === token) kept.delete(destination);
    },
  };

  async function askFor(grant: OAuth2Grant, context: Context): Promise<Got> {
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
      // RFC 6749 2.3.1: both are form-encoded before they become Basic credentials.
      headers.authorization = printBasic(
        formEncode(grant.clientId),
        formEncode(grant.clientSecret),
      );
    }
    const answer = await exchange(
      { method: "POST", url: grant.tokenUrl, headers, body: form.toString() },
      { ...context, answerBytes: longestAnswer },
    );
    if (!answer.ok) return { ok: false, error: `No token could be got: ${answer.error}` };
    const said = parse(answer.body);
    const token = said.access_token;
    if (answer.status !== 200 || typeof token !== "string" || !/^[\x21-\x7e]+$/.test(token)) {
      const { clientSecret } = grant;
      const why =
        typeof said.error === "string"
          ? ` (${hideSecrets(said.error, { clientSecret }).slice(0, 100)})`
          : "";
      const { host } = new URL(grant.tokenUrl);
      const answered = `${host} answered ${answer.status}${why}`;
      const isPage = answer.status === 200 && token === undefined && why === "";
      return {
        ok: false,
        error: isPage
          ? `No token could be got: ${answered} without a token; is “Address that gives tokens” right?`
          : `No token could be got: ${answered}; check client ID, client secret and scope.`,
      };
    }
    const lifetime = Number(said.expires_in);
    const seconds = Number.isFinite(lifetime) && lifetime > 0 ? lifetime : unknownLifetime;
    return { ok: true, token, until: now().getTime() + Math.max(0, seconds - early) * 1000 };
  }
}

type Got = { ok: true; token: string; until: number } | { ok: false; error: string };

/** While it is being asked for, a token has no value and no end. */
type Entry = { grant: string; token: Promise<Got>; until: number; value?: string };

const longestAnswer = 65_536;
const unknownLifetime = 300;
const early = 60;

function formEncode(text: string): string {
  return new URLSearchParams({ a: text }).toString().slice(2);
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
