import type { Io } from "../io.ts";
import { type Parsed, refuse } from "./parsed.ts";
import { readPassword } from "./stdin.ts";

/** The user name and password of a sender. Empty for a receiver that asks for neither. */
export type Credentials = { user?: string; password?: string };

/**
 * Reads the user name from `--user`, and the password from `--password`, from stdin if `--password`
 * is `-`, or else from SCANHOOK_PASSWORD.
 */
export async function readCredentials(
  values: { user?: string; password?: string },
  io: Io,
): Promise<Parsed<Credentials>> {
  const { user } = values;
  const onStdin = values.password === "-" ? await readPassword(io) : undefined;
  if (onStdin?.ok === false) return onStdin;
  const optionPassword = onStdin?.value ?? values.password;
  if (user === undefined) {
    return optionPassword === undefined
      ? { ok: true, value: {} }
      : refuse("--password also needs --user, the name that goes with it.");
  }
  if (user === "") return refuse("--user is empty; leave it out, or give a name.");
  // RFC 7617, 2: a colon ends the user name, and control characters are not allowed in either.
  if (user.includes(":")) {
    return refuse("--user cannot contain a colon; HTTP Basic does not allow it.");
  }
  const password = optionPassword ?? io.env.SCANHOOK_PASSWORD;
  if (password === undefined) {
    return refuse("--user needs a password: --password - (from stdin) or SCANHOOK_PASSWORD.");
  }
  if (/\p{Cc}/u.test(user + password)) {
    return refuse("User name and password cannot contain line ends or other control characters.");
  }
  return { ok: true, value: { user, password } };
}
