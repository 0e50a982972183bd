/**
 * Returns nothing: the shell was not served by a hub, and a hub that it is paired with may have no
 * docs.
 */
export async function findHelp(): Promise<string | undefined> {
  return undefined;
}
