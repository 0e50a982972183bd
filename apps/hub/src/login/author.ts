import { AsyncLocalStorage } from "node:async_hooks";
import { userInfo } from "node:os";
import type { ChangeRecord } from "../store/changes.ts";
import type { Caller } from "./rights.ts";

/** The author of changed settings, for the journal of changes. */
export type Author = Pick<ChangeRecord, "by" | "via">;

const authors = new AsyncLocalStorage<Author | undefined>();

/**
 * Runs work on behalf of an author: the changes that it makes are theirs in the journal, also after
 * each `await`. Without an author, its changes are not journaled, because another entry tells of
 * them.
 */
export function runAs<Result>(author: Author | undefined, work: () => Result): Result {
  return authors.run(author, work);
}

/** Returns the author on whose behalf the current work runs; undefined for the hub itself. */
export function currentAuthor(): Author | undefined {
  return authors.getStore();
}

/** Returns the caller of a request as an author, such as `Ada, token report`. */
export function toAuthor({ person, token }: Caller): Author {
  if (!token) return { by: person.name, via: "page" };
  return { by: `${person.name}, token ${token.name}`, via: "token" };
}

/** Returns the user of this machine who runs a command. */
export function findCommandAuthor(): Author {
  return { by: findUserName(), via: "command" };
}

function findUserName(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container, the number of a user may have no name.
    return `user ${process.getuid?.() ?? "without a name"}`;
  }
}
