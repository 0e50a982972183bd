/**
 * A rule for a text. The schemas of the API and the checks of the command line are made from it.
 */
export type TextRule = { pattern: string; description: string };

/** Names become part of URLs that people type into a scanner. */
export const inboxNameRule: TextRule = {
  pattern: "^[a-z0-9][a-z0-9_-]{0,63}$",
  description: "1 to 64 of a-z, 0-9, - and _; begins with a letter or a digit.",
};

const userPattern = "[^:\\u0000-\\u001f\\u007f]{1,128}$";

/** The names that stand in journals for the owner and for a rule that checks everybody out. */
const reservedUsers = ["by hand", "everybody out"];

/**
 * A user name may contain anything but a colon and control characters (RFC 7617, section 2), and is
 * none that stands for somebody else in journals.
 */
export const userRule: TextRule = {
  pattern: `^(?!(?:${reservedUsers.join("|")})$)${userPattern}`,
  description:
    "1 to 128 characters, no colon; not “by hand” or “everybody out”, which journals use themselves.",
};

/** The door of a movement is a user, or one of the names that no user has. */
export const doorRule: TextRule = {
  pattern: `^${userPattern}`,
  description: "1 to 128 characters, no colon.",
};

/**
 * People log in with their name, which appears in journals. It begins with a character that can be
 * seen (DI are those that are not: Default_Ignorable_Code_Point).
 */
export const personNameRule: TextRule = {
  pattern:
    "^(?=.{1,100}$)[^\\p{Cc}\\p{DI}\\p{Zl}\\p{Zp}\\s](?:[^\\p{Cc}\\p{Zl}\\p{Zp}]*[^\\p{Cc}\\p{Zl}\\p{Zp}\\s])?$",
  description: "1 to 100 characters on one line, without spaces at its ends.",
};

export const basicPasswordRule: TextRule = {
  pattern: "^[^\\u0000-\\u001f\\u007f]{8,256}$",
  description: "8 to 256 characters; the hub generates one if it is missing.",
};

/** The maximum number of characters in a title. */
export const maxTitleLength = 200;
