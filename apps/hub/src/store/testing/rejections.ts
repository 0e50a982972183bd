import { expect } from "vitest";
import { StoreUnavailable } from "../unavailable.ts";

/** Returns the message with which a store that is unavailable rejects a call. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await errorOf(work);
  expect(error).toBeInstanceOf(StoreUnavailable);
  return (error as StoreUnavailable).message;
}

/** Returns why the store is unavailable, or undefined if the call succeeds or fails otherwise. */
export async function problemOf(work: Promise<unknown>): Promise<string | undefined> {
  const error = await errorOf(work);
  return error instanceof StoreUnavailable ? error.problem : undefined;
}

function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (reason) => reason,
  );
}
