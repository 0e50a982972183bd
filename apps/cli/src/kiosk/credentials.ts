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
  systemUser = { id: process.getuid?.() },
): Parsed<Credentials> {
  if (file !== undefined) return readFromFile(file, systemUser.id);
  const { SCANHOOK_USER: name, SCANHOOK_PASSWORD: password } = env;
  if (name === undefined && password === undefined) return { ok: true, value: {} };
  if (!name) return refuse("SCANHOOK_PASSWORD also needs SCANHOOK_USER, the name of its user.");
  if (password === undefined) {
    return refuse("SCANHOOK_USER also needs SCANHOOK_PASSWORD, or --credentials FILE.");
  }
  return validate(name, password, "SCANHOOK_USER and SCANHOOK_PASSWORD");
}

function readFromFile(file: string, userId: number | undefined): Parsed<Credentials> {
  let text: string;
  try {
    const stats = statSync(file);
    if (stats.isDirectory()) {
      return refuse(`--credentials: ${file} is a folder; name a file in it.`);
    }
    const { mode, uid } = stats;
    // A file of another user may be readable by its group: systemd gives a service its credentials
    // in a file of root, whose group bits represent an access list.
    const forbiddenBits = userId !== undefined && uid === userId ? 0o077 : 0o007;
    if (userId !== undefined && mode & forbiddenBits) {
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

/**
 * Refuses credentials that HTTP Basic does not allow (RFC 7617, 2): a colon ends the user name, and
 * neither part may have control characters. `origin` is the file or variables that contain them.
 */
function validate(user: string, password: string, origin: string): Parsed<Credentials> {
  if (user === "" || user.includes(":") || /\p{Cc}/u.test(user + password)) {
    return refuse(
      `${origin}: a user name is not empty and has no colon, and neither the user name nor the password has control characters.`,
    );
  }
  return { ok: true, value: { user, password } };
}
