/** What a text has to be like; the API's schemas and the command line are made from it. */
export type TextRule = { pattern: string; description: string };

/** Names end up in URLs that people type into a scanner. */
export const inboxNameRule: TextRule = {
  pattern: "^[a-z0-9][a-z0-9_-]{0,63}$",
  description: "1 to 64 of a-z, 0-9, - and _; begins with a letter or a digit.",
};

/** RFC 7617: a user name may hold anything but a colon and control characters. */
export const userRule: TextRule = {
  pattern: "^[^:\\u0000-\\u001f\\u007f]{1,128}$",
  description: "1 to 128 characters, no colon.",
};

export const basicPasswordRule: TextRule = {
  pattern: "^[^\\u0000-\\u001f\\u007f]{8,256}$",
  description: "8 to 256 characters; left out, the hub makes one.",
};

/** Characters of the longest title of an inbox. */
export const longestTitle = 200;
