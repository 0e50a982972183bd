import { expect, test } from "vitest";
import { type Caller, findDenial, findReachDenial, rights } from "../../src/login/rights.ts";
import { type PersonRecord, roles } from "../../src/store/people.ts";
import { type Act, isAllowed } from "./rights.ts";

/** The endpoints that the page calls for what it offers, in the table of the hub. */
const endpoints: Record<Act, readonly string[]> = {
  seeTags: ["GET /api/tags", "GET /api/tags/:identifier"],
  nameTags: ["PUT /api/tags/:identifier/name", "DELETE /api/tags/:identifier/name"],
  pair: ["POST /api/inboxes/:name/pair"],
  changeInbox: [
    "PATCH /api/inboxes/:name",
    "GET /api/inboxes/:name/expiring",
    "POST /api/inboxes/:name/credentials",
    "PATCH /api/inboxes/:name/credentials/:user",
    "DELETE /api/inboxes/:name/credentials/:user",
  ],
  addInboxes: ["POST /api/inboxes", "DELETE /api/inboxes/:name"],
  deleteScans: [
    "DELETE /api/scans/:id",
    "POST /api/scans/delete",
    "POST /api/scans/restore",
    "GET /api/scans/deletions",
    "POST /api/scans/send",
    "POST /api/scans/send/count",
  ],
  act: [
    "POST /api/registers/:name/entries",
    "PATCH /api/registers/:name/entries/:id",
    "POST /api/registers/:name/entries/:id/keys",
    "POST /api/registers/:name/entries/:id/act",
    "PUT /api/registers/:name/entries/:id/due",
    "POST /api/registers/:name/movements/:id/answers",
    "POST /api/registers/:name/movements/:id/undo",
    "POST /api/registers/:name/rounds",
    "POST /api/registers/:name/rounds/:id/end",
  ],
  changeRegister: [
    "POST /api/registers/:name/rounds/:id/apply",
    "POST /api/registers/:name/rounds/:id/undo",
    "DELETE /api/registers/:name/entries/:id",
    "POST /api/registers/:name/import/preview",
    "POST /api/registers/:name/import",
    "GET /api/registers/:name/import",
    "POST /api/registers/:name/import/undo",
    "POST /api/registers/:name/codes",
    "PATCH /api/registers/:name",
    "POST /api/registers/:name/empty",
    "GET /api/registers/:name/displays",
    "POST /api/registers/:name/displays",
    "DELETE /api/registers/:name/displays/:id",
  ],
  addRegisters: [
    "POST /api/registers",
    "DELETE /api/registers/:name",
    "PUT /api/inboxes/:name/register",
    "DELETE /api/inboxes/:name/register",
  ],
  forward: [...rights.keys()].filter((endpoint) =>
    / \/api\/(destination|route|deliver|config|preview|test)/.test(endpoint),
  ),
  seePeople: ["GET /api/people"],
  own: [...rights.keys()].filter((endpoint) =>
    /^(POST|PATCH|DELETE) \/api\/people| \/api\/(alerts|backup|changes)/.test(endpoint),
  ),
};

const limits = [undefined, ["scans"], ["scans", "gate"], []];
const subjects = [["scans"], ["gate"], ["scans", "gate"], ["scans", "other"], []];

test("offers exactly what the table of the hub allows, for every role, limit and inbox", () => {
  let allowed = 0;
  for (const role of roles) {
    for (const limit of limits) {
      if (role === "owner" && limit) continue;
      const person = { role, inboxes: limit } as PersonRecord;
      for (const [act, names] of Object.entries(endpoints) as [Act, string[]][]) {
        expect(names.length).toBeGreaterThan(0);
        for (const endpoint of names) {
          for (const subject of subjects) {
            const expected = isAllowedByHub({ person, via: "session" }, endpoint, subject);
            expect(isAllowed(person, act, subject), `${role} ${limit} ${endpoint} ${subject}`).toBe(
              expected,
            );
            allowed += expected ? 1 : 0;
          }
        }
      }
    }
  }
  expect(allowed).toBeGreaterThan(1000);
});

test("without inboxes, says whether somebody may do it anywhere", () => {
  const desk = { role: "desk", inboxes: ["gate"] } as const;
  expect(isAllowed({ ...desk, inboxes: [...desk.inboxes] }, "pair")).toBe(true);
  expect(isAllowed({ ...desk, inboxes: [...desk.inboxes] }, "nameTags")).toBe(false);
});

/** Decides as `access.ts` does for an endpoint whose path names these inboxes. */
function isAllowedByHub(caller: Caller, endpoint: string, inboxes: readonly string[]): boolean {
  const right = rights.get(endpoint);
  if (!right) throw new Error(`The table has no ${endpoint}.`);
  if (findDenial(caller, right)) return false;
  if (right.reach === "none" || right.reach === "hub" || right.reach === "filter") return true;
  const all = right.reach === "list" || (right.reach === "register" && right.role === "manager");
  return !findReachDenial(caller, inboxes, { all });
}
