import { StoreUnavailable } from "@scanhook/hub";

/** What the surroundings did not allow, as one sentence; anything else is a bug and goes on. */
export function toSentence(error: unknown, doing: string): string {
  if (error instanceof StoreUnavailable) return error.message;
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (syscall === undefined || code === undefined) throw error;
  const why = reasons[code] ?? `the system says ${code}`;
  return `${doing} did not work${path === undefined ? "" : ` (${path})`}: ${why}.`;
}

const reasons: Record<string, string> = {
  ENOENT: "there is no such file or folder; check the name",
  ENOTDIR: "a part of the path is a file; check the name",
  EISDIR: "it is a folder; name a file",
  EACCES: "its permissions do not allow it; run it as the user of the hub, or as root",
  EPERM: "its permissions do not allow it; run it as the user of the hub, or as root",
  EROFS: "nothing can be written there; choose another place",
  ENOSPC: "the disk is full; make room or choose another place",
  EDQUOT: "the disk quota is used up; make room or choose another place",
};
