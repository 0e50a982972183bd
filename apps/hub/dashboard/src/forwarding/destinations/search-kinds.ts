import { foldText } from "@scanhook/content";
import { type Group, groupOf, type Kind } from "./kinds.ts";

/**
 * Returns the kinds whose title, name, summary or group contain all the words. Matches in the title
 * come first.
 */
export function searchKinds(
  kinds: readonly Kind[],
  query: string,
  groupTitle: (group: Group) => string,
): Kind[] {
  const searchTerms = foldText(query).split(/\s+/).filter(Boolean);
  const rankKind = (kind: Kind) => {
    const title = foldText(kind.title);
    const searchableText = foldText(
      `${title} ${kind.name} ${kind.summary} ${groupTitle(groupOf(kind))}`,
    );
    if (!searchTerms.every((word) => searchableText.includes(word))) return 0;
    return searchTerms.every((word) => title.includes(word)) ? 2 : 1;
  };
  return kinds
    .map((kind) => ({ kind, rank: rankKind(kind) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ kind }) => kind);
}
