/**
 * Returns the address of the docs that the hub serves beside this app, if it does. The native shell
 * belongs to no hub: native/src/help-address.ts.
 */
export async function findHelp(): Promise<string | undefined> {
  const address = new URL("../docs/", new URL(import.meta.env.BASE_URL, location.href)).href;
  try {
    const response = await fetch(address, { method: "HEAD", redirect: "manual" });
    return response.ok || response.type === "opaqueredirect" ? address : undefined;
  } catch {
    return undefined;
  }
}
