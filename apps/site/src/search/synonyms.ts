/** Words that visitors type and the words that the pages use instead, as terms of the index. */
const groups: readonly (readonly string[])[] = [
  ["android", "phone"],
  ["delete", "remove", "purge"],
  ["email", "mail"],
  ["iphone", "ios"],
  ["licence", "license", "mit"],
  ["login", "log-in", "password"],
  ["offline", "unreachable", "network"],
  ["reset", "forgotten"],
  ["retry", "retries", "resend"],
  ["timeout", "time-out", "timeouts"],
  ["update", "upgrade"],
  ["upgrade", "update"],
];

const synonyms = new Map(groups.map(([word = "", ...others]) => [word, others]));

/** Returns other terms for the same thing; empty if none are known. */
export function findSynonyms(term: string): readonly string[] {
  return synonyms.get(term) ?? [];
}
