import { isAbsolute, join, normalize, relative, sep } from "node:path";
import type { Parsed } from "../../parsed.ts";
import { say } from "../../texts/exact-message.ts";

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
      reason: say("file-name-wrong", { path }),
    };
  }
  if (!isAbsolute(path)) {
    const filesFolder = join(allowed.dataDir, "files");
    const resolvedPath = join(filesFolder, path);
    if (isBelow(resolvedPath, filesFolder)) return { ok: true, value: resolvedPath };
    return {
      ok: false,
      reason: say("file-leads-out", { path, folder: filesFolder }),
    };
  }
  const normalized = normalize(path);
  if (allowed.folders.some((folder) => isBelow(normalized, folder)))
    return { ok: true, value: normalized };
  return {
    ok: false,
    reason: say("file-outside", { path, folder: join(allowed.dataDir, "files") }),
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
