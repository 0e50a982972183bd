import { afterAll, beforeAll } from "vitest";
import { asOwner, type Call, startTestHub, type TestHub } from "../../testing/test-hub.ts";
import { createDescribedApi, type DescribedApi } from "./api-description.ts";

/**
 * A hub with its owner, and a client that checks every response against the description of the API.
 */
export type DescribedHub = { hub: TestHub; owner: Call; api: DescribedApi };

/**
 * Starts a hub before the tests of a file, and stops it after them. The parts can be read inside of
 * tests and hooks.
 */
export function useDescribedHub(): DescribedHub {
  const parts = {} as DescribedHub;
  beforeAll(async () => {
    parts.hub = await startTestHub();
    parts.owner = await asOwner(parts.hub);
    parts.api = await createDescribedApi(parts.owner);
  });
  afterAll(() => parts.hub[Symbol.asyncDispose]());
  return parts;
}
