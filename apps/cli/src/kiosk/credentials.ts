import { readFileSync, statSync } from "node:fs";
import { whyUnreadable } from "../input/unreadable-file.ts";

export type KioskCredentials =
  | { ok: true; user?: string; password?: string }
  | { ok: false; reason: string };

/**
 * Who the kiosk is at the receiver: from `file` when there is one (two lines, or `user:password`), else from
 * SCANHOOK_USER and SCANHOOK_PASSWORD. A file that other people on the computer can read is refused.
 */
export function kioskCredentials(
  file: string | undefined,
  env: NodeJS.ProcessEnv,
  user = { id: process.getuid?.() },
): KioskCredentials {
  if (file !== undefined) return fromFile(file, user.id);
  const { SCANHOOK_USER: name, SCANHOOK_PASSWORD: password } = env;
  if (name === undefined && password === undefined) return { ok: true };
  if (!name) return refuse("SCANHOOK_PASSWORD needs SCANHOOK_USER as well, the name of its user.");
  if (password === undefined) {
    return refuse("SCANHOOK_USER needs SCANHOOK_PASSWORD as well, or --credentials FILE.");
  }
  return check(name, password, "SCANHOOK_USER and SCANHOOK_PASSWORD");
}

function fromFile(file: string, user: number | undefined): KioskCredentials {
  let text: string;
  try {
    const found = statSync(file);
    if (found.isDirectory())
      return refuse(`--credentials: ${file} is a folder; name a file in it.`);
    const { mode, uid } = found;
    // systemd gives a service its credentials in a file of root's whose group bits stand for an access list.
    const forbidden = user !== undefined && uid === user ? 0o077 : 0o007;
    if (user !== undefined && mode & forbidden) {
      return refuse(
        `--credentials: other people on this computer can read ${file}; run "chmod 600 ${file}".`,
      );
    }
    text = readFileSync(file, "utf8").replace(/(\r?\n)+$/, "");
  } catch (error) {
    return refuse(`--credentials: ${file} cannot be read: ${whyUnreadable(error)}.`);
  }
  const lines = text.split(/\r?\n/);
  const [first = "", second] = lines;
  const colon = first.indexOf(":");
  if (lines.length === 2 && second) return check(first, second, file);
  if (lines.length === 1 && colon > 0) {
    return check(first.slice(0, colon), first.slice(colon + 1), file);
  }
  return refuse(
    `--credentials: ${file} must hold two lines, the user name and the password, or user:password in one.`,
  );
}

/** RFC 7617, 2: a colon ends the user name, and neither holds control characters. */
function check(user: string, password: string, where: string): KioskCredentials {
  if (user === "" || user.includes(":") || /\p{Cc}/u.test(user + password)) {
    return refuse(
      `${where}: a user name is not empty and has no colon, and neither it nor the password has control characters.`,
    );
  }
  return { ok: true, user, password };
}

function refuse(reason: string) {
  return { ok: false as const, reason };
}
