/**
 * Returns the name of who did something: the person, with the user of the inbox if that has another
 * name, or the user alone.
 */
export function nameWho(person: string | undefined, user: string): string;
export function nameWho(person: string | undefined, user: string | undefined): string | undefined;
export function nameWho(person: string | undefined, user: string | undefined): string | undefined {
  if (person === undefined || user === undefined || person === user) return person ?? user;
  return `${person} (${user})`;
}
