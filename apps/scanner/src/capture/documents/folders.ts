/** The longest name of a folder, in characters. */
export const maxFolderLength = 60;

/** Returns the name of a folder as it is kept; undefined for a blank one, which means no folder. */
export function parseFolder(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const name = value.toWellFormed().replaceAll(/\s+/g, " ").trim();
  return [...name].slice(0, maxFolderLength).join("").trim() || undefined;
}

/** Lists the folders that documents are in, by their names. */
export function listFolders(documents: readonly { folder?: string | undefined }[]): string[] {
  const names = new Set(documents.flatMap(({ folder }) => folder ?? []));
  return [...names].sort(new Intl.Collator(undefined, { numeric: true }).compare);
}
