import type { Io } from "./command.ts";
import { readInput } from "./input.ts";

export type Credentials =
  | { ok: true; user?: string; password?: string }
  | { ok: false; reason: string };

/** `--user` and the password: from `--password`, from stdin when that is `-`, else from SCANHOOK_PASSWORD. */
export async function readCredentials(
  given: { user?: string; password?: string },
  io: Io,
): Promise<Credentials> {
  const { user } = given;
  const password = given.password === "-" ? await readInput(io) : given.password;
  if (given.password === "-" && !password)
    return refuse("--password -: there is no text on stdin.");
  if (user === undefined) {
    return password === undefined
      ? { ok: true }
      : refuse("--password needs --user as well, the name that goes with it.");
  }
  if (user === "") return refuse("--user is empty; leave it out, or give a name.");
  // RFC 7617: a colon ends the user name; control characters are not allowed in either.
  if (user.includes(":"))
    return refuse("--user cannot contain a colon; HTTP Basic does not allow it.");
  const known = password ?? io.env.SCANHOOK_PASSWORD;
  if (known === undefined) {
    return refuse("--user needs a password: --password - (from stdin) or SCANHOOK_PASSWORD.");
  }
  if (/\p{Cc}/u.test(user + known)) {
    return refuse("User name and password must be without line ends and other control characters.");
  }
  return { ok: true, user, password: known };
}

function refuse(reason: string) {
  return { ok: false as const, reason };
}
