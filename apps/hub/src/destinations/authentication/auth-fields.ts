import { say } from "../../texts/exact-message.ts";
import type { Field, FieldProblem, Secrets, Settings } from "../kind.ts";
import { findHeaderNameProblem } from "./header-names.ts";
import { isSigningSecret } from "./hmac-signature.ts";

/**
 * The fields that ask how to authenticate, for any kind that is sent over HTTP. `authenticate` uses
 * their values.
 */
export const authFields: readonly Field[] = [
  {
    name: "auth",
    label: "Authentication",
    type: "choice",
    default: "none",
    choices: [
      { value: "none", label: "None" },
      { value: "basic", label: "User and password (Basic)" },
      { value: "bearer", label: "Token (Bearer)" },
      { value: "api-key", label: "API key" },
      { value: "hmac-standard", label: "Signature: Standard Webhooks" },
      { value: "hmac-header", label: "Signature: X-…-Signature: sha256=…" },
      { value: "oauth2", label: "OAuth 2 (client credentials)" },
    ],
  },
  { name: "username", label: "User", type: "text", required: true, ...whenAuthIs("basic") },
  {
    name: "password",
    label: "Password",
    type: "text",
    secret: true,
    required: true,
    ...whenAuthIs("basic"),
  },
  {
    name: "token",
    label: "Token",
    type: "text",
    secret: true,
    copied: true,
    required: true,
    ...whenAuthIs("bearer"),
  },
  {
    name: "apiKeyIn",
    label: "API key in",
    type: "choice",
    default: "header",
    choices: [
      { value: "header", label: "A header" },
      { value: "query", label: "A query parameter" },
    ],
    ...whenAuthIs("api-key"),
  },
  {
    name: "apiKeyName",
    label: "API key name",
    help: "The header or query parameter that carries the key.",
    type: "text",
    default: "X-API-Key",
    ...whenAuthIs("api-key"),
  },
  {
    name: "apiKey",
    label: "API key",
    type: "text",
    secret: true,
    copied: true,
    required: true,
    ...whenAuthIs("api-key"),
  },
  {
    name: "signingSecrets",
    label: "Signing secrets",
    help: "One per line, each whsec_ followed by base64. Enter both during a change: each one signs, and the receiver accepts either.",
    type: "lines",
    secret: true,
    makes: "whsec",
    required: true,
    placeholder: "whsec_…",
    ...whenAuthIs("hmac-standard"),
  },
  {
    name: "signatureHeader",
    label: "Signature header",
    type: "text",
    default: "X-Scanhook-Signature",
    placeholder: "X-Hub-Signature-256",
    ...whenAuthIs("hmac-header"),
  },
  {
    name: "signatureSecret",
    label: "Signing secret",
    help: "Used exactly as entered.",
    type: "text",
    secret: true,
    makes: "text",
    required: true,
    ...whenAuthIs("hmac-header"),
  },
  {
    name: "sendsToken",
    label: "Send a token (Bearer) with the signature",
    type: "switch",
    default: false,
    ...whenAuthIs("hmac-standard", "hmac-header"),
  },
  {
    name: "signedToken",
    label: "Token",
    type: "text",
    secret: true,
    copied: true,
    required: true,
    when: { field: "sendsToken", is: ["true"] },
  },
  {
    name: "tokenUrl",
    label: "Token URL",
    type: "url",
    required: true,
    placeholder: "https://login.example.org/oauth2/token",
    ...whenAuthIs("oauth2"),
  },
  { name: "clientId", label: "Client ID", type: "text", required: true, ...whenAuthIs("oauth2") },
  {
    name: "clientSecret",
    label: "Client secret",
    type: "text",
    secret: true,
    copied: true,
    required: true,
    ...whenAuthIs("oauth2"),
  },
  { name: "scope", label: "Scope", type: "text", ...whenAuthIs("oauth2") },
  { name: "audience", label: "Audience", type: "text", ...whenAuthIs("oauth2") },
  {
    name: "credentialsIn",
    label: "Client ID and secret in",
    type: "choice",
    default: "header",
    choices: [
      { value: "header", label: "The Authorization header (Basic)" },
      { value: "body", label: "The body" },
    ],
    ...whenAuthIs("oauth2"),
  },
];

function whenAuthIs(...auth: string[]): { when: NonNullable<Field["when"]> } {
  return { when: { field: "auth", is: auth } };
}

/** Returns the names of the headers that `authenticate` sets. */
export function findAuthHeaders(settings: Settings): string[] {
  const token = settings.sendsToken === true ? ["authorization"] : [];
  switch (settings.auth) {
    case "basic":
    case "bearer":
    case "oauth2":
      return ["authorization"];
    case "api-key":
      return settings.apiKeyIn === "header" ? [String(settings.apiKeyName)] : [];
    case "hmac-standard":
      return ["webhook-id", "webhook-timestamp", "webhook-signature", ...token];
    case "hmac-header":
      return [String(settings.signatureHeader), ...token];
    default:
      return [];
  }
}

/**
 * Returns the first invalid value that the types of `authFields` cannot detect; undefined if there
 * is none. `secrets` has only secrets that were entered just now, and not stored ones.
 */
export function checkAuthFields(input: {
  settings: Settings;
  secrets: Secrets;
}): FieldProblem | undefined {
  const { settings, secrets } = input;
  if (String(settings.username ?? "").includes(":")) {
    return { field: "username", reason: say("field-without-colon", { label: "User" }) };
  }
  for (const field of ["apiKeyName", "signatureHeader"]) {
    const name = settings[field];
    if (name === undefined || (field === "apiKeyName" && settings.apiKeyIn === "query")) continue;
    const reason = findHeaderNameProblem(String(name));
    if (reason !== undefined) return { field, reason };
  }
  const signingSecrets = secrets.signingSecrets?.split("\n") ?? [];
  if (!signingSecrets.every(isSigningSecret)) {
    return {
      field: "signingSecrets",
      reason:
        "“Signing secrets” must be base64 of 16 to 64 bytes each, with or without whsec_ before it.",
    };
  }
  return undefined;
}
