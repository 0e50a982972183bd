import { type Group, groupOf, type Kind } from "./kinds.ts";

/** The kinds that have all these words somewhere in what people read of them, those named by them first. */
export function searchKinds(
  kinds: readonly Kind[],
  words: string,
  groupTitle: (group: Group) => string,
): Kind[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = (kind: Kind) => {
    const title = kind.title.toLowerCase();
    const all = `${title} ${kind.name} ${kind.summary} ${groupTitle(groupOf(kind))}`.toLowerCase();
    if (!wanted.every((word) => all.includes(word))) return 0;
    return wanted.every((word) => title.includes(word)) ? 2 : 1;
  };
  return kinds
    .map((kind) => ({ kind, rank: rank(kind) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ kind }) => kind);
}
