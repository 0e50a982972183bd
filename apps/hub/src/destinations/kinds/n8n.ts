import { algorithms, checkJwtKey, signJwt } from "../authentication/jwt.ts";
import { authenticate, authFields, checkAuth } from "../http-auth.ts";
import type { Field, Kind, Making } from "../kind.ts";
import { hookRequest, hookTemplate } from "./hook.ts";

/**
 * The Webhook node: https://docs.n8n.io/integrations/builtin/core-nodes/n8n-nodes-base.webhook/, with the ways to log
 * in of https://docs.n8n.io/integrations/builtin/credentials/webhook/
 */
export const n8n: Kind = {
  name: "n8n",
  title: "n8n",
  summary: "Starts a workflow through its Webhook node.",
  group: "automation",
  via: "http",
  fields: [
    {
      name: "url",
      label: "Production URL",
      help: "Of the Webhook node, with method POST. The test URL only listens while n8n waits for one.",
      type: "url",
      required: true,
      placeholder: "https://n8n.example.org/webhook/…",
    },
    {
      name: "auth",
      label: "Authentication, as in the node",
      type: "choice",
      default: "none",
      choices: [
        { value: "none", label: "None" },
        { value: "basic", label: "Basic Auth" },
        { value: "api-key", label: "Header Auth" },
        { value: "jwt", label: "JWT Auth" },
      ],
    },
    ...authFields.filter(({ name }) => ["username", "password"].includes(name)),
    ...authFields.flatMap((field) => headerAuth(field)),
    {
      name: "algorithm",
      label: "Algorithm",
      type: "choice",
      default: "HS256",
      choices: algorithms.map((value) => ({ value, label: value })),
      when: { field: "auth", is: ["jwt"] },
    },
    {
      name: "key",
      label: "Passphrase or private key",
      help: "HS…: the passphrase. RS…, PS…, ES…: the private key (PEM) to the public key in n8n.",
      type: "multiline",
      secret: true,
      required: true,
      when: { field: "auth", is: ["jwt"] },
    },
  ],
  shapes: ["scan", "json", "form", "text"],
  template: hookTemplate,

  check(given) {
    const { settings, secrets } = given;
    if (settings.auth !== "jwt" || secrets.key === undefined) return checkAuth(given);
    const reason = checkJwtKey(String(settings.algorithm), secrets.key);
    return reason === undefined ? undefined : { field: "key", reason };
  },

  make(making) {
    const { settings } = making;
    const made = hookRequest(String(settings.url), making);
    const [message] = made.ok ? made.messages : [];
    if (message?.via !== "http") return made;
    if (settings.auth === "jwt") {
      const token = toToken(making);
      if (!token.ok) return { ok: false, reason: token.reason, fault: "destination" };
      const headers = { ...message.headers, authorization: `Bearer ${token.jwt}` };
      return { ok: true, messages: [{ ...message, headers }] };
    }
    return authenticate(message, { ...making, settings: { ...settings, apiKeyIn: "header" } });
  },
};

function headerAuth(field: Field): Field[] {
  if (field.name === "apiKeyName") return [{ ...field, label: "Name", help: "Of the header." }];
  return field.name === "apiKey" ? [{ ...field, label: "Value" }] : [];
}

function toToken({ settings, secrets, preview, messageId, now }: Making) {
  const key = secrets.key ?? "";
  if (preview) return { ok: true, jwt: `‹JWT signed with ${key}›` } as const;
  const seconds = Math.floor(now.getTime() / 1000);
  const claims = { iss: "scanhook", iat: seconds, exp: seconds + 300, jti: messageId };
  return signJwt(String(settings.algorithm), key, claims);
}
