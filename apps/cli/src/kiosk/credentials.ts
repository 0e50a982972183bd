import { readFileSync, statSync } from "node:fs";
import { decodeText, describeUndecoded } from "@scanhook/hub/text-file";
import type { Credentials } from "../input/credentials.ts";
import { type Parsed, refuse } from "../input/parsed.ts";
import { describeUnreadable } from "../input/unreadable-file.ts";

/**
 * Reads the kiosk's user name and password: from `file` (two lines, or `user:password`), or else
 * from SCANHOOK_USER and SCANHOOK_PASSWORD. Refuses a file that other people on the computer can
 * read.
 */
export function readKioskCredentials(
  file: string | undefined,
  env: NodeJS.ProcessEnv,
  user = { id: process.getuid?.() },
): Parsed<Credentials> {
  if (file !== undefined) return readFromFile(file, user.id);
  const { SCANHOOK_USER: name, SCANHOOK_PASSWORD: password } = env;
  if (name === undefined && password === undefined) return { ok: true, value: {} };
  if (!name) return refuse("SCANHOOK_PASSWORD also needs SCANHOOK_USER, the name of its user.");
  if (password === undefined) {
    return refuse("SCANHOOK_USER also needs SCANHOOK_PASSWORD, or --credentials FILE.");
  }
  return validate(name, password, "SCANHOOK_USER and SCANHOOK_PASSWORD");
}

function readFromFile(file: string, user: number | undefined): Parsed<Credentials> {
  let text: string;
  try {
    const stats = statSync(file);
    if (stats.isDirectory()) {
      return refuse(`--credentials: ${file} is a folder; name a file in it.`);
    }
    const { mode, uid } = stats;
    // systemd gives a service its credentials in a file of root. The group bits of that file
    // represent an access list.
    const forbidden = user !== undefined && uid === user ? 0o077 : 0o007;
    if (user !== undefined && mode & forbidden) {
      return refuse(
        `--credentials: other people on this computer can read ${file}; run "chmod 600 ${file}".`,
      );
    }
    const decoded = decodeText(readFileSync(file));
    if (!decoded.ok) return refuse(`--credentials: ${describeUndecoded(file, decoded)}`);
    text = decoded.text.replace(/(\r?\n)+$/, "");
  } catch (error) {
    return refuse(`--credentials: ${file} cannot be read: ${describeUnreadable(error)}.`);
  }
  const lines = text.split(/\r?\n/);
  const [firstLine = "", secondLine] = lines;
  const colon = firstLine.indexOf(":");
  if (lines.length === 2 && secondLine) return validate(firstLine, secondLine, file);
  if (lines.length === 1 && colon > 0) {
    return validate(firstLine.slice(0, colon), firstLine.slice(colon + 1), file);
  }
  return refuse(
    `--credentials: ${file} must contain two lines, the user name and the password, or user:password in one line.`,
  );
}

/** RFC 7617, 2: a colon ends the user name, and neither holds control characters. */
function validate(user: string, password: string, where: string): Parsed<Credentials> {
  if (user === "" || user.includes(":") || /\p{Cc}/u.test(user + password)) {
    return refuse(
      `${where}: a user name is not empty and has no colon, and neither the user name nor the password has control characters.`,
    );
  }
  return { ok: true, value: { user, password } };
}
