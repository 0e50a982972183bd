/**
 * The page of the hub that a pairing code is of, and the code itself: here, the one the app came from. The native shell
 * belongs to no hub; its codes are whole links: native/src/pairing-hub.ts.
 */
export function hubOf(code: string): { page: string; code: string } {
  return { page: new URL(import.meta.env.BASE_URL, location.href).href, code };
}
