import { isAbsolute, join, normalize, relative, sep } from "node:path";

/**
 * Where a file destination may write: below `<data>/files`, or below a folder of setting `file-folders`. The path is
 * what the owner of the hub typed into a form, which must not reach the rest of the machine.
 */
export function toFilePath(
  path: string,
  places: { dataDir: string; folders: readonly string[] },
): { ok: true; path: string } | { ok: false; reason: string } {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (path.trim() === "" || /[\u0000-\u001f\u007f]/.test(path) || /[\\/]\s*$/.test(path)) {
    return { ok: false, reason: `“${path}” is not the name of a file.` };
  }
  if (!isAbsolute(path)) {
    const home = join(places.dataDir, "files");
    const inside = join(home, path);
    if (isBelow(inside, home)) return { ok: true, path: inside };
    return { ok: false, reason: `“${path}” leads out of the folder ${home}; leave out the “..”.` };
  }
  const wanted = normalize(path);
  if (places.folders.some((folder) => isBelow(wanted, folder))) return { ok: true, path: wanted };
  return {
    ok: false,
    reason: `“${path}” is outside ${join(places.dataDir, "files")}: start the hub with --file-folders and its folder, or name a file without a folder.`,
  };
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
