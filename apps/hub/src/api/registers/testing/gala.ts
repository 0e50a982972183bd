import { beforeEach, expect } from "vitest";
import type { CountedRegister } from "../../../store/registers.ts";
import type { DescribedApi } from "../../testing/api-description.ts";
import { useDescribedHub } from "../../testing/described-hub.ts";

const gala = "/api/registers/gala";

/**
 * Starts a hub for the tests of a file, with the check-in `gala` of two guests, which the open
 * inbox `door` feeds, anew before each test. Returns functions that call its API.
 */
export function useGala() {
  const described = useDescribedHub();
  const call: DescribedApi["call"] = (...request) => described.api.call(...request);
  const importList = (text: string, more: object = {}) =>
    call(`POST`, `${gala}/import`, { body: { text, key: "ticket", label: "name", ...more } });
  const readGala = async () => (await call<CountedRegister>("GET", gala)).body;
  const expectError = async (response: Promise<{ status: number; body: unknown }>, code: string) =>
    expect((await response).body).toMatchObject({ error: { code } });

  beforeEach(async () => {
    const { owner } = described;
    for (const name of ["lunch", "gala"]) await owner("DELETE", `/api/registers/${name}`);
    await owner("DELETE", "/api/inboxes/door?scans=delete");
    await owner("POST", "/api/inboxes", { name: "door", open: true });
    const body = { name: "gala", kind: "check-in", rules: { capacity: 2 } };
    expect((await call("POST", "/api/registers", { body })).status).toBe(201);
    await importList("ticket,name,group\nT-1,Ada Lovelace,Press\nT-2,Alan Turing,\n", {
      group: "group",
    });
    const binding = { register: "gala" };
    expect((await call("PUT", "/api/inboxes/door/register", { body: binding })).status).toBe(204);
  });
  return { described, call, importList, readGala, expectError };
}
