import { authFields, checkAuthFields } from "../authentication/auth-fields.ts";
import { authenticate } from "../authentication/authenticate.ts";
import { algorithms, findJwtKeyProblem, signJwt } from "../authentication/jwt.ts";
import type { Field, HttpMessage, Kind, MessageResult, SenderInput } from "../kind.ts";
import { alertRequest } from "./alert-request.ts";
import { webhookRequest, webhookTemplate } from "./webhook-request.ts";

/**
 * The Webhook node: https://docs.n8n.io/integrations/builtin/core-nodes/n8n-nodes-base.webhook/,
 * with the authentication of https://docs.n8n.io/integrations/builtin/credentials/webhook/
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
      help: "The URL of the Webhook node, whose method must be POST. The test URL works only while n8n listens for a test event.",
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
    ...authFields.flatMap((field) => toHeaderAuthField(field)),
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
      help: "HS…: the passphrase. RS…, PS…, ES…: the private key (PEM) that belongs to the public key in n8n.",
      type: "multiline",
      secret: true,
      required: true,
      when: { field: "auth", is: ["jwt"] },
    },
  ],
  shapes: ["scan", "json", "form", "text"],
  template: webhookTemplate,

  checkFields(input) {
    const { settings, secrets } = input;
    if (settings.auth !== "jwt" || secrets.key === undefined) return checkAuthFields(input);
    const reason = findJwtKeyProblem(String(settings.algorithm), secrets.key);
    return reason === undefined ? undefined : { field: "key", reason };
  },

  createMessages(input) {
    const result = webhookRequest(String(input.settings.url), input);
    return result.ok ? addAuthentication(result.value, input) : result;
  },

  createAlert: (input) => addAuthentication(alertRequest(String(input.settings.url), input), input),
};

function addAuthentication(message: HttpMessage, input: SenderInput): MessageResult {
  const { settings } = input;
  if (settings.auth === "jwt") {
    const token = createToken(input);
    if (!token.ok) return { ok: false, reason: token.reason, fault: "destination" };
    const headers = { ...message.headers, authorization: `Bearer ${token.jwt}` };
    return { ok: true, messages: [{ ...message, headers }] };
  }
  return authenticate(message, { ...input, settings: { ...settings, apiKeyIn: "header" } });
}

function toHeaderAuthField(field: Field): Field[] {
  if (field.name === "apiKeyName")
    return [{ ...field, label: "Name", help: "The name of the header." }];
  return field.name === "apiKey" ? [{ ...field, label: "Value" }] : [];
}

function createToken({ settings, secrets, preview, messageId, now }: SenderInput) {
  const key = secrets.key ?? "";
  if (preview) return { ok: true, jwt: `‹JWT signed with ${key}›` } as const;
  const seconds = Math.floor(now.getTime() / 1000);
  const claims = { iss: "scanhook", iat: seconds, exp: seconds + 300, jti: messageId };
  return signJwt(String(settings.algorithm), key, claims);
}
