/**
 * Returns the page of the hub that a pairing code belongs to, and the code. The web app belongs to
 * the hub that served it. The native shell belongs to no hub, so its codes are whole links:
 * native/src/pairing-hub.ts.
 */
export function toPairingHub(code: string): { page: string; code: string } {
  return { page: new URL(import.meta.env.BASE_URL, location.href).href, code };
}
