import { isAbsolute, join, normalize, relative, sep } from "node:path";
import type { Parsed } from "../../parsed.ts";

/**
 * Resolves the path of a file destination, which must be below `<data>/files` or below a folder of
 * the setting `file-folders`: a path typed into a form must not reach the rest of the machine.
 */
export function toFilePath(
  path: string,
  allowed: { dataDir: string; folders: readonly string[] },
): Parsed<string> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this refuses
  if (path.trim() === "" || /[\u0000-\u001f\u007f]/.test(path) || /[\\/]\s*$/.test(path)) {
    return {
      ok: false,
      reason: `“${path}” is not the name of a file. Enter a name such as scans.csv.`,
    };
  }
  if (!isAbsolute(path)) {
    const filesFolder = join(allowed.dataDir, "files");
    const resolvedPath = join(filesFolder, path);
    if (isBelow(resolvedPath, filesFolder)) return { ok: true, value: resolvedPath };
    return {
      ok: false,
      reason: `“${path}” leads out of the folder ${filesFolder}. Remove the “..”.`,
    };
  }
  const normalized = normalize(path);
  if (allowed.folders.some((folder) => isBelow(normalized, folder)))
    return { ok: true, value: normalized };
  return {
    ok: false,
    reason: `“${path}” is outside ${join(allowed.dataDir, "files")}. Start the hub with --file-folders and that folder, or enter a file name without a folder.`,
  };
}

function isBelow(path: string, folder: string): boolean {
  const relativePath = relative(folder, path);
  return (
    relativePath !== "" &&
    relativePath !== ".." &&
    !relativePath.startsWith(`..${sep}`) &&
    !isAbsolute(relativePath)
  );
}
