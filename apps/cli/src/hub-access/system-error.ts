import { StoreUnavailable } from "@scanhook/hub";

/**
 * Describes a failure of the system or the store as one sentence. Rethrows any other error, because
 * it is a bug.
 */
export function describeSystemError(error: unknown, activity: string): string {
  if (error instanceof StoreUnavailable) return error.message;
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (syscall === undefined || code === undefined) throw error;
  const reason = reasons[code] ?? `the system reports ${code}`;
  return `${activity} failed${path === undefined ? "" : ` (${path})`}: ${reason}.`;
}

const reasons: Record<string, string> = {
  ENOENT: "there is no such file or folder; check the name",
  ENOTDIR: "a part of the path is a file; check the name",
  EISDIR: "it is a folder; name a file",
  EACCES: "its permissions do not allow it; run this as the user of the hub, or as root",
  EPERM: "its permissions do not allow it; run this as the user of the hub, or as root",
  EROFS: "the file system is read-only; choose another location",
  ENOSPC: "the disk is full; free some space or choose another location",
  EDQUOT: "the disk quota is used up; free some space or choose another location",
};
