import { expect, test } from "vitest";
import type { Person } from "../../rights.ts";
import { describeLogin, toPersonBody, toPersonDraft } from "./people.ts";

const now = Date.parse("2026-11-30T08:00:00Z");
const ada: Person = {
  id: 2,
  name: "Ada",
  role: "desk",
  inboxes: ["gate"],
  hasPassword: true,
  hasTotp: false,
  passkeys: 0,
  createdAt: "2026-11-01T08:00:00Z",
  lastLoginAt: "2026-11-30T07:58:00Z",
  revision: 1,
  changedAt: "2026-11-01T08:00:00Z",
};

test("says how a person logs in, and when they last did", () => {
  expect(describeLogin(ada, now)).toBe("password only · last logged in 2 min ago");
  expect(describeLogin({ ...ada, hasTotp: true, passkeys: 2 }, now)).toBe(
    "authenticator app · 2 passkeys · last logged in 2 min ago",
  );
  const sso = { issuer: "https://id.example", subject: "1" };
  expect(describeLogin({ ...ada, sso, hasPassword: false }, now)).toBe(
    "single sign-on · last logged in 2 min ago",
  );
  const invited = { ...ada, hasPassword: false, lastLoginAt: undefined };
  expect(describeLogin(invited, now)).toBe("invited, has not logged in yet");
});

test("somebody who becomes an owner loses the limit to inboxes", () => {
  const draft = toPersonDraft(ada);
  expect(toPersonBody(draft)).toEqual({ name: "Ada", role: "desk", inboxes: ["gate"] });
  expect(toPersonBody({ ...draft, role: "owner" }).inboxes).toBe(null);
  expect(toPersonBody({ ...draft, inboxes: null, name: " Ada " })).toEqual({
    name: "Ada",
    role: "desk",
    inboxes: null,
  });
});
