import { expect, test } from "vitest";
import { freeGuesses, maxWaiting } from "../../receive/guess-limit.ts";
import { asOwner, postScan, readJson, startTestHub } from "../../testing/test-hub.ts";

test("who tries out codes is answered slowly in the same words, others at once, and the owner is told", async () => {
  await using hub = await startTestHub();
  const owner = await asOwner(hub);
  await owner("POST", "/api/inboxes", { name: "door", title: "North door" });
  const password = "correct horse";
  for (const user of ["north", "south"])
    await owner("POST", "/api/inboxes/door/credentials", { user, password });
  await owner("POST", "/api/registers", { name: "gala", kind: "check-in" });
  const text = "ticket,name\nT-1,Ada Lovelace\n";
  await owner("POST", "/api/registers/gala/import", { text, key: "ticket", label: "name" });
  await owner("PUT", "/api/inboxes/door/register", { register: "gala" });
  const scan = async (content: string, user: string) => {
    const response = await postScan(hub, { content }, { inbox: "door", user, password });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const first = await scan("T-none", "north");
  expect(first.status).toBe(409);
  expect(first.text).toMatch(/^NO\. This code is not on the list\./);
  const finished: string[] = [];
  const note = async (content: string, user: string) => {
    const answer = await scan(content, user);
    finished.push(user);
    return answer;
  };
  const sendMany = (name: string, count: number) =>
    Array.from({ length: count }, (_, n) => note(`${name}-${n}`, "north"));
  // Many scans at the same time, so that the sender stays limited on a slow machine, too.
  const guesses = sendMany("F", 2 * freeGuesses);
  type Overview = { current: { event: string; message: string }[] };
  const readAlerts = async () =>
    (await readJson<Overview>(await owner("GET", "/api/alerts"))).current;
  await expect.poll(readAlerts).toMatchObject([{ event: "codes-guessed", told: false }]);
  const [alert] = await readAlerts();
  expect(alert!.message).toContain("inbox “North door”: “north” sent more than 30 unknown codes");

  const more = sendMany("H", maxWaiting + 4);
  const other = await note("T-1", "south");
  expect(other).toMatchObject({ status: 200, text: expect.stringContaining("Ada Lovelace") });
  const answers = await Promise.all([...guesses, ...more]);
  expect(finished.indexOf("south")).toBeLessThan(finished.length - 1);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers, text } of refused) {
    expect(headers.get("retry-after")).toBe("10");
    expect(JSON.parse(text)).toMatchObject({ error: { code: "too-many-unknown-codes" } });
  }
  const decided = answers.filter(({ status }) => status !== 429);
  for (const { status, text } of decided)
    expect([status, text]).toEqual([first.status, first.text]);
  const { scans } = await readJson<{ scans: { user: string }[] }>(
    await owner("GET", "/api/scans?inbox=door&limit=200"),
  );
  expect(scans.filter(({ user }) => user === "north")).toHaveLength(decided.length + 1);
});
