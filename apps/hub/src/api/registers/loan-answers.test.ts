import { beforeEach, expect, test } from "vitest";
import { useDescribedHub } from "../testing/described-hub.ts";

const described = useDescribedHub();
const tools = "/api/registers/tools";
type Verdict = { code: string; movement: number };
type Movements = { movements: { code: string; answers?: object[] }[] };

const call = <Body>(method: string, path: string, body?: object) =>
  described.api.call<Body>(method, path, { body });
const findScans = async (text: string) =>
  (await call<{ scans: object[] }>("GET", `/api/scans?text=${text}`)).body.scans;

beforeEach(async () => {
  await described.owner("DELETE", tools);
  await described.owner("DELETE", "/api/inboxes/desk?scans=delete");
  await call("POST", "/api/inboxes", { name: "desk" });
  await call("POST", "/api/inboxes/desk/credentials", { user: "ada", password: "ada-password" });
  const questions = [
    { key: "care", label: "Condition", type: "rating" },
    { key: "note", label: "Note", type: "text" },
  ];
  await call("POST", "/api/registers", { name: "tools", kind: "loans", rules: { questions } });
  await described.owner("PUT", "/api/inboxes/desk/register", { register: "tools" });
});

test("a text about a return is in the journal, in no scan, and gone with the people", async () => {
  const add = async (label: string, role?: "person") =>
    (await call<{ id: number }>("POST", `${tools}/entries`, { label, keys: [`t:${label}`], role }))
      .body.id;
  const [drill, grace] = [await add("Drill"), await add("Grace", "person")];
  await call("POST", `${tools}/entries/${drill}/act`, { action: "lend", holder: grace });
  const basic = `Basic ${Buffer.from("ada:ada-password").toString("base64")}`;
  const post = async (path: string, body: object) => {
    const headers = { authorization: basic, "content-type": "application/json" };
    const accept = "application/vnd.scanhook.verdict+json";
    const response = await fetch(`${described.hub.base}/in/desk${path}`, {
      ...{ method: "POST", headers: { ...headers, accept }, body: JSON.stringify(body) },
    });
    return ((await response.json()) as { verdict: Verdict }).verdict;
  };
  const date = new Date().toISOString();
  const back = await post("", { identifier: "1", date, content: "Drill" });
  expect(back.code).toBe("returned");
  const answers = { care: 4, note: "Zyzzyva bent it" };
  const answered = await post(`/answers/${back.movement}`, { answers });
  expect(answered.code).toBe("answered");
  expect(await post(`/answers/${back.movement}`, { answers })).toEqual(answered);

  const readAnswers = async () =>
    (await call<Movements>("GET", `${tools}/movements?limit=1`)).body.movements[0]!.answers;
  expect(await readAnswers()).toMatchObject([{ value: 4 }, { value: "Zyzzyva bent it" }]);
  const { scans } = (await call<{ scans: { structured: object }[] }>("GET", "/api/scans?limit=1"))
    .body;
  expect(scans[0]!.structured).toMatchObject({ movement: back.movement, answers: { care: 4 } });
  await call("POST", `${tools}/empty`);
  expect(await readAnswers()).toBeUndefined();
  const exported = await described.owner("GET", "/api/scans/export?format=jsonl");
  expect(await exported.text()).not.toContain("Zyzzyva");
  expect(await findScans("Zyzzyva")).toEqual([]);
});
