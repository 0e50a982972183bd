/** A new secret of 32 random bytes: base64url, or as Standard Webhooks writes one. */
export function freshSecret(
  form: "text" | "whsec",
  bytes: Uint8Array = crypto.getRandomValues(new Uint8Array(32)),
): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  if (form === "whsec") return `whsec_${base64}`;
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
