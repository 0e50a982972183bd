import { createHmac } from "node:crypto";
import { printBasic } from "@scanhook/webhook";
import type { Field, Made, Making, Message } from "./kind.ts";

export type HttpMessage = Extract<Message, { via: "http" }>;

/** How a destination knows the hub: the fields that ask for it, for any kind that goes out over HTTP. */
export const authFields: readonly Field[] = [
  {
    name: "auth",
    label: "How the hub shows who it is",
    type: "choice",
    default: "none",
    choices: [
      { value: "none", label: "Not at all" },
      { value: "basic", label: "User and password (Basic)" },
      { value: "bearer", label: "Token (Bearer)" },
      { value: "api-key", label: "API key" },
      { value: "hmac-standard", label: "Signature: Standard Webhooks" },
      { value: "hmac-header", label: "Signature: X-…-Signature: sha256=…" },
      { value: "oauth2", label: "OAuth 2 (client credentials)" },
    ],
  },
  { name: "username", label: "User", type: "text", required: true, ...when("basic") },
  {
    name: "password",
    label: "Password",
    type: "text",
    secret: true,
    required: true,
    ...when("basic"),
  },
  {
    name: "token",
    label: "Token",
    type: "text",
    secret: true,
    copied: true,
    required: true,
    ...when("bearer"),
  },
  {
    name: "apiKeyIn",
    label: "Where the API key goes",
    type: "choice",
    default: "header",
    choices: [
      { value: "header", label: "A header" },
      { value: "query", label: "The query of the address" },
    ],
    ...when("api-key"),
  },
  {
    name: "apiKeyName",
    label: "Name of the API key",
    help: "The header or the query parameter that carries it.",
    type: "text",
    default: "X-API-Key",
    ...when("api-key"),
  },
  {
    name: "apiKey",
    label: "API key",
    type: "text",
    secret: true,
    copied: true,
    required: true,
    ...when("api-key"),
  },
  {
    name: "signingSecrets",
    label: "Signing secrets",
    help: "One a line, each whsec_ and base64. Several while they change: each signs, the receiver takes any.",
    type: "lines",
    secret: true,
    makes: "whsec",
    required: true,
    placeholder: "whsec_…",
    ...when("hmac-standard"),
  },
  {
    name: "signatureHeader",
    label: "Header of the signature",
    type: "text",
    default: "X-Scanhook-Signature",
    placeholder: "X-Hub-Signature-256",
    ...when("hmac-header"),
  },
  {
    name: "signatureSecret",
    label: "Signing secret",
    help: "Taken as it is written here.",
    type: "text",
    secret: true,
    makes: "text",
    required: true,
    ...when("hmac-header"),
  },
  {
    name: "tokenUrl",
    label: "Address that gives tokens",
    type: "url",
    required: true,
    placeholder: "https://login.example.org/oauth2/token",
    ...when("oauth2"),
  },
  { name: "clientId", label: "Client ID", type: "text", required: true, ...when("oauth2") },
  {
    name: "clientSecret",
    label: "Client secret",
    type: "text",
    secret: true,
    copied: true,
    required: true,
    ...when("oauth2"),
  },
  { name: "scope", label: "Scope", type: "text", ...when("oauth2") },
  { name: "audience", label: "Audience", type: "text", ...when("oauth2") },
  {
    name: "credentialsIn",
    label: "Where ID and secret go",
    type: "choice",
    default: "header",
    choices: [
      { value: "header", label: "The header Authorization (Basic)" },
      { value: "body", label: "The body" },
    ],
    ...when("oauth2"),
  },
];

function when(auth: string): { when: NonNullable<Field["when"]> } {
  return { when: { field: "auth", is: [auth] } };
}

/** Puts into a request what `authFields` asked for. */
export function authenticate(message: HttpMessage, making: Making): Made {
  const { settings } = making;
  const secret = (name: string): string => making.secrets[name] ?? "";
  const withHeaders = (headers: Record<string, string>): Made => ({
    ok: true,
    messages: [{ ...message, headers: { ...message.headers, ...headers } }],
  });

  switch (settings.auth) {
    case "basic": {
      const [user, password] = [String(settings.username), secret("password")];
      const credentials = making.preview
        ? `Basic ‹base64 of ${user}:${password}›`
        : printBasic(user, password);
      return withHeaders({ authorization: credentials });
    }
    case "bearer":
      return withHeaders({ authorization: `Bearer ${secret("token")}` });
    case "api-key": {
      const name = String(settings.apiKeyName);
      if (settings.apiKeyIn === "header")
        return withHeaders({ [name.toLowerCase()]: secret("apiKey") });
      const url = new URL(message.url);
      const parameter = `${encodeURIComponent(name)}=${encodeURIComponent(secret("apiKey"))}`;
      url.search += `${url.search ? "&" : "?"}${parameter}`;
      return { ok: true, messages: [{ ...message, url: url.href }] };
    }
    case "hmac-standard":
      return withHeaders(signStandard(message.body, making));
    case "hmac-header": {
      const key = secret("signatureSecret");
      const signature = making.preview ? `‹signature with ${key}›` : hmac(key, message.body, "hex");
      return withHeaders({
        [String(settings.signatureHeader).toLowerCase()]: `sha256=${signature}`,
      });
    }
    case "oauth2":
      return {
        ok: true,
        messages: [
          {
            ...message,
            ...(making.preview && {
              headers: {
                ...message.headers,
                authorization: `Bearer ‹token from ${settings.tokenUrl}›`,
              },
            }),
            oauth2: {
              tokenUrl: String(settings.tokenUrl),
              clientId: String(settings.clientId),
              clientSecret: secret("clientSecret"),
              credentialsIn: settings.credentialsIn === "body" ? "body" : "header",
              ...(settings.scope !== undefined && { scope: String(settings.scope) }),
              ...(settings.audience !== undefined && { audience: String(settings.audience) }),
            },
          },
        ],
      };
    default:
      return { ok: true, messages: [message] };
  }
}

/** What the types of `authFields` cannot say. */
export function checkAuth(given: {
  settings: Making["settings"];
  secrets: Making["secrets"];
}): { field: string; reason: string } | undefined {
  const { settings, secrets } = given;
  if (String(settings.username ?? "").includes(":")) {
    return { field: "username", reason: "“User” may hold no colon (RFC 7617)." };
  }
  for (const field of ["apiKeyName", "signatureHeader"]) {
    const name = settings[field];
    if (name === undefined || (field === "apiKeyName" && settings.apiKeyIn === "query")) continue;
    const reason = findHeaderFault(String(name));
    if (reason !== undefined) return { field, reason };
  }
  const lines = secrets.signingSecrets?.split("\n") ?? [];
  if (!lines.every((line) => standardKey(line))) {
    return {
      field: "signingSecrets",
      reason:
        "“Signing secrets” must be base64 of 16 to 64 bytes each, with or without whsec_ before it.",
    };
  }
  return undefined;
}

/** RFC 9110 5.1, without those that the connection itself needs. */
export function findHeaderFault(name: string): string | undefined {
  if (!/^[!#$%&'*+.^_`|~\dA-Za-z-]{1,100}$/.test(name)) {
    return `“${name}” cannot be the name of a header; it is made of letters, digits and dashes, without blanks.`;
  }
  return ownHeaders.has(name.toLowerCase())
    ? `The header “${name}” belongs to the connection, and the hub sets it itself; leave it out.`
    : undefined;
}

const ownHeaders = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Standard Webhooks 1.0.0: `v1` of `id.timestamp.body`, one signature for each secret. */
function signStandard(body: string, { secrets, messageId, now, preview }: Making) {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const lines = preview ? [secrets.signingSecrets!] : secrets.signingSecrets!.split("\n");
  const signatures = lines.map((line) => {
    if (preview) return `v1,‹signature with ${line}›`;
    return `v1,${hmac(standardKey(line) ?? line, `${messageId}.${timestamp}.${body}`, "base64")}`;
  });
  return {
    "webhook-id": messageId,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

function standardKey(secret: string): Buffer | undefined {
  const encoded = secret.trim().replace(/^whsec_/, "");
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(encoded)) return undefined;
  const key = Buffer.from(encoded, "base64");
  return key.length >= 16 && key.length <= 64 ? key : undefined;
}

function hmac(key: string | Buffer, text: string, encoding: "hex" | "base64"): string {
  return createHmac("sha256", key).update(text, "utf8").digest(encoding);
}
