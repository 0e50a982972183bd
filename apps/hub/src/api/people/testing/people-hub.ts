import { afterAll, beforeAll } from "vitest";
import {
  asOwner,
  type Call,
  fromPage,
  ownerPassword,
  readJson,
  startTestHub,
  type TestHub,
  toCookie,
} from "../../../testing/test-hub.ts";
import { createDescribedApi, type DescribedApi } from "../../testing/api-description.ts";

/** A hub behind a proxy, with its owner and colleagues, all with the password of the owner. */
export type PeopleHub = {
  hub: TestHub;
  owner: Call;
  api: DescribedApi;
  /** Invites a person, who sets the password. Returns a function that calls the API as they do. */
  invite(name: string): Promise<Call>;
  /** Returns a function that calls the hub without a session, from an address of its own. */
  fromElsewhere(): Call;
};

/**
 * Starts a hub with this public URL before the tests of a file, and stops it after them. The parts
 * can be used inside of tests and hooks.
 */
export function usePeopleHub(publicUrl: string): PeopleHub {
  let addresses = 0;
  const parts = {
    async invite(name) {
      const invited = await parts.owner("POST", "/api/people", { name, role: "desk" });
      const code = (await readJson<{ link: string }>(invited)).link.split("code=")[1];
      const body = { code, password: ownerPassword };
      return fromPage(
        parts.hub,
        toCookie(await parts.fromElsewhere()("POST", "/api/session", body)),
      );
    },
    fromElsewhere() {
      const page = fromPage(parts.hub);
      const address = `198.51.100.${++addresses}`;
      return (method, path, body, headers) =>
        page(method, path, body, { "x-forwarded-for": address, ...headers });
    },
  } as PeopleHub;
  beforeAll(async () => {
    const settings = ["--tls", "off", "--trust-proxy", "loopback", "--public-url", publicUrl];
    parts.hub = await startTestHub(...settings);
    parts.owner = await asOwner(parts.hub);
    parts.api = await createDescribedApi(parts.owner);
  });
  afterAll(() => parts.hub[Symbol.asyncDispose]());
  return parts;
}
