import { createHmac } from "node:crypto";
import type { SenderInput } from "../kind.ts";

/**
 * Returns the headers that sign a body as Standard Webhooks 1.0.0 specifies: a `v1` signature of
 * `id.timestamp.body` for each line of `signingSecrets`.
 */
export function signStandardWebhook(
  body: string,
  { secrets, messageId, now, preview }: SenderInput,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signingSecrets = secrets.signingSecrets ?? "";
  // In a preview, `signingSecrets` is a placeholder of one line.
  const signatures = preview
    ? [`v1,${describeSignature(signingSecrets)}`]
    : signingSecrets.split("\n").map((secret) => {
        const key = decodeSigningSecret(secret) ?? secret;
        return `v1,${hmacSha256(key, `${messageId}.${timestamp}.${body}`, "base64")}`;
      });
  return {
    "webhook-id": messageId,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

/**
 * Returns the headers that sign a body as GitHub does: `sha256=` and the HMAC in hex, in a header
 * of any name.
 */
export function signInHeader(
  body: string,
  { settings, secrets, preview }: SenderInput,
): Record<string, string> {
  const key = secrets.signatureSecret ?? "";
  const signature = preview ? describeSignature(key) : hmacSha256(key, body, "hex");
  return { [String(settings.signatureHeader).toLowerCase()]: `sha256=${signature}` };
}

/**
 * Returns whether this is a secret in the format of Standard Webhooks: base64 of 16 to 64 bytes,
 * with or without the prefix `whsec_`.
 */
export function isSigningSecret(secret: string): boolean {
  return decodeSigningSecret(secret) !== undefined;
}

function decodeSigningSecret(secret: string): Buffer | undefined {
  const encoded = secret.trim().replace(/^whsec_/, "");
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(encoded)) return undefined;
  const key = Buffer.from(encoded, "base64");
  return key.length >= 16 && key.length <= 64 ? key : undefined;
}

function describeSignature(secretName: string): string {
  return `‹signature with ${secretName}›`;
}

function hmacSha256(key: string | Buffer, text: string, encoding: "hex" | "base64"): string {
  return createHmac("sha256", key).update(text, "utf8").digest(encoding);
}
