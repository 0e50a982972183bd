import { beforeEach, expect, test } from "vitest";
import { useDescribedHub } from "../testing/described-hub.ts";

const described = useDescribedHub();
const fire = "/api/registers/fire";
type Refusal = { error: { code: string; message: string } };
type Asked = { code: string; movement: number; ask: { questions: object[] } };

const call = <Body>(method: string, path: string, body: object) =>
  described.api.call<Body>(method, path, { body });
/** Returns a text that is as long as allowed in characters and in bytes, and ends with a number. */
const fill = (length: number, number: number) =>
  "𝄞".repeat(length - String(number).length) + String(number);
const indexes = (count: number) => Array.from({ length: count }, (_, index) => index);

beforeEach(async () => {
  await described.owner("DELETE", fire);
});

test("the longest checklist is accepted, asked and changed, and a longer body is refused", async () => {
  const options = indexes(50).map((option) => fill(100, option));
  const groups = indexes(100).map((group) => fill(200, group));
  const questions = indexes(100).map((number) => ({
    ...{ key: String(number).padStart(40, "k"), label: fill(200, number), type: "choice" },
    ...{ required: true, hint: fill(500, number), options, fails: options, groups },
  }));
  const rules = { questions };
  const body = { name: "fire", kind: "inspection", rules };
  expect((await call("POST", "/api/registers", body)).status).toBe(201);
  expect((await call("PATCH", fire, { rules })).body).toMatchObject({ rules });
  const tooLong = { ...body, title: "x".repeat(16 * 1024 * 1024) };
  for (const refused of [
    await call<Refusal>("POST", "/api/registers", tooLong),
    await call<Refusal>("PATCH", fire, tooLong),
  ])
    expect([refused.status, refused.body.error]).toMatchObject([
      413,
      {
        code: "body-too-large",
        message: expect.stringMatching(/^The body is larger than 16384 KiB, .*\.$/),
      },
    ]);
});

test("the longest answers are accepted, and longer ones are refused", async () => {
  const questions = indexes(100).map((number) => ({
    ...{ key: String(number).padStart(40, "k"), label: `Note ${number}`, type: "text" },
  }));
  await call("POST", "/api/registers", { name: "fire", kind: "inspection", rules: { questions } });
  const entry = { label: "Ladder", keys: ["t:L-1"] };
  const { body: ladder } = await call<{ id: number }>("POST", `${fire}/entries`, entry);
  const act = { action: "inspect" };
  const { body: asked } = await call<Asked>("POST", `${fire}/entries/${ladder.id}/act`, act);
  const path = `${fire}/movements/${asked.movement}/answers`;
  const answer = (length: number) => {
    const answers = questions.map(({ key }, number) => [key, fill(length, number)]);
    return call<Asked & Refusal>("POST", path, { answers: Object.fromEntries(answers) });
  };
  const refused = await answer(8000);
  expect([refused.status, refused.body.error.message]).toEqual([
    ...[413, expect.stringMatching(/^The body is larger than 3072 KiB, .*\.$/)],
  ]);
  expect((await answer(2000)).body).toMatchObject({ code: "passed" });
});
