import { beforeEach, expect, test } from "vitest";
import { useDescribedHub } from "../testing/described-hub.ts";

const described = useDescribedHub();
const talks = "/api/registers/talks";
const questions = [
  { key: "topics", label: "Topics", type: "tags", options: ["Hot", "Partner"], required: true },
  { key: "mail", label: "May we write to you?", type: "consent", required: true },
];
type Asked = { code: string; movement: number; ask: { questions: object[] } };
type Refusal = { error: { code: string; message: string; field?: string } };
type Movements = { movements: { answers?: object[] }[] };

const call = <Body>(method: string, path: string, body?: object) =>
  described.api.call<Body>(method, path, { body });

beforeEach(async () => {
  await described.owner("DELETE", talks);
  await described.owner("DELETE", "/api/inboxes/desk?scans=delete");
  await call("POST", "/api/inboxes", { name: "desk" });
  await call("POST", "/api/inboxes/desk/credentials", { user: "ada", password: "ada-password" });
  await call("POST", "/api/registers", { name: "talks", kind: "inspection", rules: { questions } });
  await described.owner("PUT", "/api/inboxes/desk/register", { register: "talks" });
  await call("POST", `${talks}/entries`, { label: "Booth", keys: ["t:B-1"] });
});

async function post<Body>(path: string, body: object): Promise<Body> {
  const response = await fetch(`${described.hub.base}/in/desk${path}`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from("ada:ada-password").toString("base64")}`,
      accept: "application/vnd.scanhook.verdict+json",
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Body;
}

async function ask(): Promise<Asked> {
  const scan = { identifier: "1", date: new Date().toISOString(), content: "B-1" };
  return (await post<{ verdict: Asked }>("", scan)).verdict;
}

test("a phone answers tags with a list, whose order makes no other answer", async () => {
  const asked = await ask();
  expect(asked.ask.questions).toEqual(questions);
  const path = `/answers/${asked.movement}`;
  const wrong = await post<Refusal>(path, { answers: { topics: ["Cold"], mail: "no" } });
  expect(wrong.error).toMatchObject({ code: "not-an-answer", field: "topics" });
  const nested = await post<Refusal>(path, { answers: { topics: [["Hot"]], mail: "no" } });
  expect(nested.error).toMatchObject({ code: "not-an-answer" });

  type Answered = { verdict: { code: string; movement: number } };
  const first = await post<Answered>(path, { answers: { topics: ["Partner", "Hot"], mail: "no" } });
  expect(first.verdict.code).toBe("passed");
  const again = await post<Answered>(path, { answers: { mail: "no", topics: ["Hot", "Partner"] } });
  expect(again.verdict).toEqual(first.verdict);

  const { movements } = (await call<Movements>("GET", `${talks}/movements?limit=1`)).body;
  expect(movements[0]!.answers).toEqual([
    { key: "topics", label: "Topics", value: ["Hot", "Partner"] },
    { key: "mail", label: "May we write to you?", value: "no" },
  ]);
  const { scans } = (await call<{ scans: { structured: object }[] }>("GET", "/api/scans?limit=1"))
    .body;
  expect(scans[0]!.structured).toMatchObject({
    answers: { topics: ["Hot", "Partner"], mail: "no" },
  });
  const journal = await described.owner("GET", `${talks}/export?of=movements&format=csv`);
  expect(await journal.text()).toContain("Topics: Hot, Partner; May we write to you? no");
});

test("the owner answers them in the API", async () => {
  const { movement } = await ask();
  const path = `${talks}/movements/${movement}/answers`;
  const missing = await call<Refusal>("POST", path, { answers: { topics: [], mail: "yes" } });
  expect(missing.body.error.message).toBe("Answer “Topics” first.");
  const answered = await call<Asked>("POST", path, { answers: { topics: ["Hot"], mail: "yes" } });
  expect(answered.body.code).toBe("passed");
});

test.each([
  [{ type: "tags" }, "needs at least one option"],
  [{ type: "tags", options: ["a", "a"] }, "has an option twice"],
  [{ type: "tags", options: ["a, b"] }, "a tag has no comma"],
  [{ type: "tags", options: ["a"], fails: ["a"] }, "which only a choice has"],
  [{ type: "tags", options: ["a"], max: 2 }, "which a question of the type tags has not"],
  [{ type: "consent", min: 1 }, "which a question of the type consent has not"],
  [{ type: "consent", options: ["yes"] }, "which only a choice and tags have"],
])("the question %j is refused with what is wrong", async (question, words) => {
  const rules = { questions: [{ key: "x", label: "X", ...question }] };
  const refused = await call<Refusal>("PATCH", talks, { rules });
  expect(refused.status).toBe(422);
  expect(refused.body.error.message).toContain(words);
});
