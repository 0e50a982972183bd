import { expect, test } from "vitest";
import { makeSunLink } from "../../registers/testing/sun-link.ts";
import type { Verdict } from "../../registers/verdict.ts";
import type { CountedRegister } from "../../store/registers.ts";
import { invite } from "../../testing/people.ts";
import { useGala } from "./testing/gala.ts";

const { described, call, readGala, expectError } = useGala();
const gala = "/api/registers/gala";
const fileKey = "00000000000000000000000000000000";
const rules = { reentry: "always", keys: { sun: {} } };
/** The example of AN12196, tables 2 and 4, with the names of the default rule. */
const published =
  "https://ntag.nxp.com/424?picc_data=EF963FF7828658A599F3041510671E88&cmac=94EED9EE65337086";
const uid = "04DE5F1EACC040";
const open = () => call<CountedRegister>("PATCH", gala, { body: { rules, secrets: { fileKey } } });

const date = new Date().toISOString();
let scans = 0;
async function scan(content: string, identifier = `scan ${++scans}`) {
  const response = await fetch(`${described.hub.base}/in/door`, {
    method: "POST",
    headers: {
      accept: "application/vnd.scanhook.verdict+json",
      "content-type": "application/json",
    },
    body: JSON.stringify({ identifier, date, content }),
  });
  return ((await response.json()) as { verdict: Verdict }).verdict;
}

test("a link is verified from the POST to the verdict, and counts once", async () => {
  expect((await open()).status).toBe(200);
  const body = { label: "Ada King", keys: [`u:${uid}`] };
  expect((await call("POST", `${gala}/entries`, { body })).status).toBe(201);
  expect(await scan(published, "first")).toMatchObject({ result: "yes", code: "checked-in" });
  expect(await scan(published, "first")).toMatchObject({ result: "yes", code: "checked-in" });
  expect(await scan(published, "second")).toMatchObject({
    ...{ result: "no", code: "seen-before", word: "SEEN BEFORE" },
    text: expect.stringMatching(
      /^This reading of the tag was used before \(.*\d\d:\d\d, door\)\. Hold the tag /,
    ),
  });
  expect(await scan(makeSunLink(uid, 61))).toMatchObject({ code: "seen-before" });
  expect(await scan(makeSunLink(uid, 62))).toMatchObject({ code: "checked-in" });
  expect(await scan(makeSunLink(uid, 63, "f".repeat(32)))).toMatchObject({
    ...{ result: "no", code: "not-genuine", word: "NOT GENUINE" },
  });
  expect(await scan("T-1")).toMatchObject({ code: "unsigned", word: "NO SIGNATURE" });
  expect(await scan(makeSunLink("04000000000001", 1))).toMatchObject({ code: "unknown" });
});

test("trying a link says what a scan would, and uses it up for nobody", async () => {
  await open();
  await call("POST", `${gala}/entries`, { body: { label: "Ada King", keys: [`u:${uid}`] } });
  const attempt = async (content: string) =>
    (await call<Verdict>("POST", `${gala}/try`, { body: { content } })).body.code;
  expect(await attempt(published)).toBe("checked-in");
  expect(await attempt(published)).toBe("checked-in");
  expect(await attempt("T-1")).toBe("unsigned");
  await scan(published);
  expect(await attempt(published)).toBe("seen-before");
});

test("keys are never shown, not even in the journal of changes, and a new one counts at once", async () => {
  const changed = await open();
  expect(changed.body.secrets).toEqual(["fileKey"]);
  expect(await scan(makeSunLink(uid, 1))).toMatchObject({ code: "unknown" });
  const secret = "0123456789abcdef0123456789abcdef";
  const spaced = secret.match(/../g)!.join(" ").toUpperCase();
  await call("PATCH", gala, { body: { secrets: { fileKey: spaced } } });
  expect(await scan(makeSunLink(uid, 2))).toMatchObject({ code: "not-genuine" });
  expect(await scan(makeSunLink(uid, 3, secret))).toMatchObject({ code: "unknown" });
  const shown = await Promise.all(
    [gala, "/api/registers", "/api/changes", "/api/config"].map(async (path) =>
      (await described.owner("GET", path)).text(),
    ),
  );
  for (const text of shown) expect(text.toLowerCase()).not.toContain(secret);
  const journal = JSON.parse(shown[2]!) as { changes: { name: string; fields: object[] }[] };
  expect(journal.changes.find(({ name }) => name === "gala")!.fields).toEqual([
    { field: "secrets.fileKey" },
  ]);
});

test("refuses keys that are none, and the rule without a key, in words", async () => {
  const patch = (body: object) =>
    call<{ error: { field: string; message: string } }>("PATCH", gala, { body });
  for (const [body, field, message] of [
    [{ rules }, "secrets.fileKey", /^Enter the file read key/],
    [{ secrets: { fileKey: "12" } }, "secrets.fileKey", /32 hexadecimal digits/],
    [{ secrets: { key: fileKey } }, "secrets.key", /fileKey and metaKey/],
  ] as const) {
    const { status, body: refused } = await patch(body);
    expect([status, refused.error]).toMatchObject([
      422,
      { code: "not-a-register", field, message: expect.stringMatching(message) },
    ]);
  }
  await open();
  const removed = await patch({ secrets: { fileKey: null } });
  expect(removed.body.error.field).toBe("secrets.fileKey");
  expect((await patch({ rules: {}, secrets: { fileKey: null } })).status).toBe(200);
  expect((await readGala()).secrets).toEqual([]);
});

test("a manager sets the rule, and only an owner enters keys", async () => {
  const manager = await invite(described.hub, described.owner, { name: "Max", role: "manager" });
  const by = manager.call;
  const body = { secrets: { fileKey } };
  await expectError(call("PATCH", gala, { by, body }), "secrets-for-owners");
  await call("PATCH", gala, { body });
  expect((await call("PATCH", gala, { by, body: { rules } })).status).toBe(200);
});
