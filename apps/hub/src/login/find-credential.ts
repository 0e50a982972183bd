/**
 * Finds the credential of the user with this name. Devices type "ü" as one or as two code points,
 * and both mean the same user (RFC 8265 3.3). New names are stored in NFC, but older ones may not
 * be. Therefore an identical name is searched first, and then one that is the same in NFC.
 */
export function findCredential<Credential extends { user: string }>(
  credentials: readonly Credential[],
  user: string,
): Credential | undefined {
  const identical = credentials.find((credential) => credential.user === user);
  // A name of ASCII characters has only one form.
  if (identical || /^[ -~]*$/.test(user)) return identical;
  const composed = user.normalize("NFC");
  return credentials.find((credential) => credential.user.normalize("NFC") === composed);
}

/**
 * Returns the name under which a user of an inbox is stored, or the name to store for a new user.
 */
export function toStoredUser(credentials: readonly { user: string }[], user: string): string {
  return findCredential(credentials, user)?.user ?? user.normalize("NFC");
}
