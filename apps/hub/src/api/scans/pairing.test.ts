import { expect, test } from "vitest";
import { invite } from "../../testing/people.ts";
import { asOwner, fromPage, readJson, startTestHub } from "../../testing/test-hub.ts";

test("a pairing link works as long as whoever made it may pair phones with the inbox", async () => {
  await using hub = await startTestHub("--tls", "off");
  const owner = await asOwner(hub);
  for (const name of ["door", "desk"]) await owner("POST", "/api/inboxes", { name });
  const { id, call } = await invite(hub, owner, { name: "Dora", role: "desk" });
  const makeCodes = async () => {
    const made = await Promise.all([1, 2].map(() => call("POST", "/api/inboxes/door/pair", {})));
    const links = await Promise.all(made.map(readJson<{ link: string }>));
    return links.map(({ link }) => link.split("code=")[1]);
  };
  const pair = async (code: string | undefined) =>
    (await fromPage(hub)("POST", "/scan/pair", { code })).status;
  const [first, second] = await makeCodes();
  expect(await pair(first)).toBe(200);
  await owner("PATCH", `/api/people/${id}`, { role: "viewer" });
  expect(await pair(second)).toBe(410);
  await owner("PATCH", `/api/people/${id}`, { role: "desk" });
  const [third, fourth] = await makeCodes();
  await owner("PATCH", `/api/people/${id}`, { inboxes: ["desk"] });
  expect(await pair(third)).toBe(410);
  await owner("DELETE", `/api/people/${id}`);
  expect(await pair(fourth)).toBe(410);
});
