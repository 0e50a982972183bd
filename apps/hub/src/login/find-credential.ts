/**
 * Finds the user of an inbox that somebody names. Devices type "ü" as one or as two code points,
 * and both name the same user (RFC 8265 3.3). New names are stored in NFC. Older ones may not be,
 * so the stored names are compared in NFC too, after a name that is the same.
 */
export function findCredential<Credential extends { user: string }>(
  credentials: readonly Credential[],
  user: string,
): Credential | undefined {
  const same = credentials.find((credential) => credential.user === user);
  // Without other letters than those of ASCII, a name has only one form.
  if (same || /^[ -~]*$/.test(user)) return same;
  const composed = user.normalize("NFC");
  return credentials.find((credential) => credential.user.normalize("NFC") === composed);
}

/** Returns the name under which a user of an inbox is stored, or shall be if there is none yet. */
export function toStoredUser(credentials: readonly { user: string }[], user: string): string {
  return findCredential(credentials, user)?.user ?? user.normalize("NFC");
}
