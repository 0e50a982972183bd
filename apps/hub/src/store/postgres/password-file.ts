import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

type Login = { host: string; port: string; database: string; user: string };

/**
 * The password for a connection from the file that PGPASSFILE names, else `~/.pgpass`, as libpq looks it up
 * (https://www.postgresql.org/docs/current/libpq-pgpass.html). Undefined when there is none; also when the file may be
 * read by others, which libpq does not trust either.
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
    return passwordIn(readFileSync(path, "utf8"), login);
  } catch {
    return undefined;
  }
}

/** The password on the first line `host:port:database:user:password` that fits; `*` fits anything. */
export function passwordIn(
  file: string,
  { host, port, database, user }: Login,
): string | undefined {
  const wanted = [host.startsWith("/") ? "localhost" : host, port, database, user];
  for (const line of file.split(/\r?\n/)) {
    if (line.startsWith("#")) continue;
    const fields = fieldsOf(line);
    const password = fields[4];
    if (password === undefined) continue;
    if (wanted.every((one, n) => fields[n] === "*" || withoutBackslashes(fields[n]!) === one)) {
      return withoutBackslashes(password);
    }
  }
  return undefined;
}

/** Split at colons without a backslash before them. */
function fieldsOf(line: string): string[] {
  return Array.from(line.matchAll(/(?:^|:)((?:\\.|[^:\\])*)/g), ([, field]) => field!);
}

function withoutBackslashes(field: string): string {
  return field.replaceAll(/\\(.)/g, "$1");
}
