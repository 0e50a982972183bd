/**
 * Generates a secret of 32 random bytes, in base64url for `text` and in the notation of Standard
 * Webhooks for `whsec`.
 */
export function generateSecret(
  form: "text" | "whsec",
  bytes: Uint8Array = crypto.getRandomValues(new Uint8Array(32)),
): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  if (form === "whsec") return `whsec_${base64}`;
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
