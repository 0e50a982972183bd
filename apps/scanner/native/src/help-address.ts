/**
 * Returns undefined, because the shell is not served by a hub, and a paired hub may have no docs.
 */
export async function findHelp(): Promise<string | undefined> {
  return undefined;
}
