/**
 * Returns why a file could not be written, as the end of a sentence without its period. Rethrows
 * `error` if it is not an error of the system.
 */
export function describeUnwritable(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined || code.startsWith("ERR_")) throw error;
  if (code === "ENOENT" || code === "ENOTDIR") return "its folder does not exist";
  if (code === "EACCES" || code === "EPERM" || code === "EROFS")
    return "the permissions of its folder do not allow it";
  if (code === "EISDIR") return "it is a folder";
  return code === "ENOSPC" ? "the disk is full" : `the system says ${code}`;
}
