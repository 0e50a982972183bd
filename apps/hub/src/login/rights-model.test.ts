import fc from "fast-check";
import { expect, test } from "vitest";
import type { PersonRecord } from "../store/people.ts";
import { type Caller, findDenial, findReachDenial, rights } from "./rights.ts";
import {
  allows,
  inboxes,
  type Model,
  type ModelPerson,
  type ModelRight,
  pickFrom,
  type Step,
  sequences,
  type Use,
  uses,
} from "./testing/rights-model.ts";

/** How many sequences of steps the test tries. The whole set takes a few seconds. */
const runs = Number(
  process.env.RIGHTS_SEQUENCES ?? (process.env.TEST_SET === "all" ? 100_000 : 10_000),
);

test("nobody may ever do what their role, token and inboxes do not allow at that moment", () => {
  let used = 0;
  let refused = 0;
  fc.assert(
    fc.property(sequences, (steps) => {
      const model: Model = { people: [], sessions: [], tokens: [] };
      for (const step of steps) {
        const asked = take(model, step);
        if (!asked) continue;
        const allowed = isAllowed(asked.right, asked.use);
        expect(allowed, `${JSON.stringify(asked.right)} ${asked.use.path}`).toBe(
          allows(asked.right, asked.use),
        );
        used += 1;
        if (!allowed) refused += 1;
      }
    }),
    { numRuns: runs },
  );
  // Both answers are frequent, so a table that allows or refuses everything fails.
  expect(refused / used).toBeGreaterThan(0.3);
  expect(refused / used).toBeLessThan(0.9);
}, 120_000);

/** Makes a step in the model. Returns the use that it asks for, if it is one. */
function take(model: Model, step: Step): { right: ModelRight; use: Use } | undefined {
  const { people, sessions, tokens } = model;
  const person = "person" in step ? pickFrom(people, step.person) : undefined;
  switch (step.kind) {
    case "invite":
      people.push({ role: step.role, limit: step.limit, isThere: true });
      break;
    case "accept":
      if (person?.isThere) sessions.push(...startAfresh(sessions, person));
      break;
    case "log-in":
      if (person?.isThere) sessions.push({ person, isThere: true });
      break;
    case "change-role":
      if (person) person.role = step.role;
      break;
    case "change-limit":
      if (person) person.limit = step.limit;
      break;
    case "remove":
      if (person) person.isThere = false;
      break;
    case "log-out-everywhere":
      for (const session of sessions) if (session.person === person) session.isThere = false;
      break;
    case "log-out": {
      const session = pickFrom(sessions, step.session);
      if (session) session.isThere = false;
      break;
    }
    case "make-token": {
      const session = pickFrom(sessions, step.session);
      const { scopes, limit } = step;
      if (session) tokens.push({ person: session.person, isThere: session.isThere, scopes, limit });
      break;
    }
    case "revoke-token": {
      const token = pickFrom(tokens, step.token);
      if (token) token.isThere = false;
      break;
    }
    case "use": {
      const right = pickFrom([...sessions, ...tokens], step.right);
      return right && { right, use: uses[step.use]! };
    }
  }
  return undefined;
}

/** A new password ends the sessions of before. */
function startAfresh(sessions: readonly ModelRight[], person: ModelPerson): ModelRight[] {
  for (const session of sessions) if (session.person === person) session.isThere = false;
  return [{ person, isThere: true }];
}

/** Asks the table of rights, as the guard does. */
function isAllowed(right: ModelRight, use: Use): boolean {
  if (!right.isThere || !right.person.isThere) return false;
  const caller = toCaller(right);
  const path = use.path
    .split("?", 1)[0]!
    .replace(/\/(door|lab|gala|tools)(?=\/|$)/, "/:name")
    .replace("/04A2/", "/:identifier/");
  const row = rights.get(`${use.method} ${path}`)!;
  if (findDenial(caller, row)) return false;
  if (row.reach !== "inbox" && row.reach !== "register") return true;
  const isAboutOne = inboxes.includes(use.about as never);
  return isAboutOne && !findReachDenial(caller, [use.about]);
}

function toCaller({ person, scopes, limit }: ModelRight): Caller {
  const { role } = person;
  const record = { id: 1, name: "Ada", role, inboxes: person.limit } as PersonRecord;
  if (!scopes) return { person: record, via: "session" };
  return { person: record, via: "token", token: { id: 1, name: "t", scopes, inboxes: limit } };
}
