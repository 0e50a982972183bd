/** Returns the name of a value with a colon, unless it ends like a sentence, as a question does. */
export function endWithColon(name: string): string {
  return /[?.!:]$/.test(name) ? name : `${name}:`;
}
