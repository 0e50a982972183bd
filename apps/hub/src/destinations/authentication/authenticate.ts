import type { HttpMessage, MessageResult, OAuth2Grant, SenderInput } from "../kind.ts";
import { basicCredentials } from "./basic-credentials.ts";
import { signInHeader, signStandardWebhook } from "./hmac-signature.ts";

/** Returns the request with the authentication that was chosen in `authFields`. */
export function authenticate(message: HttpMessage, input: SenderInput): MessageResult {
  const { settings, secrets, preview } = input;
  switch (settings.auth) {
    case "basic": {
      const [user, password] = [String(settings.username), secrets.password ?? ""];
      return withHeaders(message, { authorization: basicCredentials(user, password, preview) });
    }
    case "bearer":
      return withHeaders(message, { authorization: `Bearer ${secrets.token ?? ""}` });
    case "api-key":
      return addApiKey(message, input);
    case "hmac-standard":
      return withHeaders(message, {
        ...bearerToken(input),
        ...signStandardWebhook(message.body, input),
      });
    case "hmac-header":
      return withHeaders(message, { ...bearerToken(input), ...signInHeader(message.body, input) });
    case "oauth2": {
      // The wire adds the token; a preview describes it.
      const authorization = `Bearer ‹token from ${settings.tokenUrl}›`;
      const headers = preview ? { ...message.headers, authorization } : message.headers;
      return { ok: true, messages: [{ ...message, headers, oauth2: toOAuth2Grant(input) }] };
    }
    default:
      return { ok: true, messages: [message] };
  }
}

function withHeaders(message: HttpMessage, headers: Record<string, string>): MessageResult {
  return { ok: true, messages: [{ ...message, headers: { ...message.headers, ...headers } }] };
}

/** Returns the header with the token that some receivers want beside a signature, or no header. */
function bearerToken({ settings, secrets }: SenderInput): Record<string, string> {
  if (settings.sendsToken !== true) return {};
  return { authorization: `Bearer ${secrets.signedToken ?? ""}` };
}

function addApiKey(message: HttpMessage, { settings, secrets }: SenderInput): MessageResult {
  const [name, apiKey] = [String(settings.apiKeyName), secrets.apiKey ?? ""];
  if (settings.apiKeyIn === "header") return withHeaders(message, { [name.toLowerCase()]: apiKey });
  const url = new URL(message.url);
  const parameter = `${encodeURIComponent(name)}=${encodeURIComponent(apiKey)}`;
  url.search += `${url.search ? "&" : "?"}${parameter}`;
  return { ok: true, messages: [{ ...message, url: url.href }] };
}

function toOAuth2Grant({ settings, secrets }: SenderInput): OAuth2Grant {
  return {
    tokenUrl: String(settings.tokenUrl),
    clientId: String(settings.clientId),
    clientSecret: secrets.clientSecret ?? "",
    credentialsIn: settings.credentialsIn === "body" ? "body" : "header",
    scope: settings.scope === undefined ? undefined : String(settings.scope),
    audience: settings.audience === undefined ? undefined : String(settings.audience),
  };
}
