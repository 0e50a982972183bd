import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

type Login = { host: string; port: string; database: string; user: string };

/**
 * Looks up the password of a connection as libpq does
 * (https://www.postgresql.org/docs/current/libpq-pgpass.html): in the file that PGPASSFILE names,
 * or else in `~/.pgpass`. Returns undefined without a match. Like libpq, ignores a file that other
 * users can read.
 */
export function findPassword(login: Login, env: NodeJS.ProcessEnv): string | undefined {
  const path =
    env.PGPASSFILE ||
    (process.platform === "win32"
      ? join(env.APPDATA ?? "", "postgresql", "pgpass.conf")
      : join(homedir(), ".pgpass"));
  try {
    const { mode } = statSync(path);
    if (process.platform !== "win32" && (mode & 0o077) !== 0) return undefined;
    return findPasswordLine(readFileSync(path, "utf8"), login);
  } catch {
    // A missing or unreadable file is the same as one without a match.
    return undefined;
  }
}

/**
 * Returns the password of the first matching line `host:port:database:user:password`. A field `*`
 * matches anything.
 */
export function findPasswordLine(
  file: string,
  { host, port, database, user }: Login,
): string | undefined {
  const loginFields = [host.startsWith("/") ? "localhost" : host, port, database, user];
  for (const line of file.split(/\r?\n/)) {
    if (line.startsWith("#")) continue;
    const fields = splitFields(line);
    const password = fields[4];
    if (password === undefined) continue;
    if (loginFields.every((value, n) => fields[n] === "*" || unescapeField(fields[n]!) === value)) {
      return unescapeField(password);
    }
  }
  return undefined;
}

/** Splits a line at the colons that have no backslash before them. */
function splitFields(line: string): string[] {
  return Array.from(line.matchAll(/(?:^|:)((?:\\.|[^:\\])*)/g), ([, field]) => field!);
}

function unescapeField(field: string): string {
  return field.replaceAll(/\\(.)/g, "$1");
}
