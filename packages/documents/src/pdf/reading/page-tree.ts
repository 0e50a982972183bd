import type { PdfObjects } from "./objects.ts";
import { type Dictionary, nameOf, type PdfValue, Reference } from "./values.ts";

/** Entries that a page inherits from the nodes above it (ISO 32000-1, 7.7.3.4). */
const inheritedKeys = ["Resources", "MediaBox", "Rotate"];

/**
 * Returns the pages of a document in order, with inherited entries; undefined if there is no tree
 * of pages.
 */
export function findPages({ trailer, resolve }: PdfObjects): Dictionary[] | undefined {
  const catalog = resolve(trailer.get("Root"));
  if (!(catalog instanceof Map)) return;
  const root = catalog.get("Pages");
  if (!(resolve(root) instanceof Map)) return;
  const pages: Dictionary[] = [];
  const visited = new Set<number>();

  const visit = (value: PdfValue, parent: Dictionary): void => {
    // A damaged tree may contain itself.
    if (value instanceof Reference) {
      if (visited.has(value.number)) return;
      visited.add(value.number);
    }
    const node = resolve(value);
    if (!(node instanceof Map)) return;
    const entries: Dictionary = new Map(node);
    for (const key of inheritedKeys) {
      if (!entries.has(key) && parent.has(key)) entries.set(key, parent.get(key));
    }
    const kids = resolve(node.get("Kids"));
    if (Array.isArray(kids)) for (const kid of kids) visit(kid, entries);
    else if (nameOf(resolve(node.get("Type"))) === "Page") pages.push(entries);
  };
  visit(root, new Map());
  return pages;
}
