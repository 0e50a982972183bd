import type { Role } from "../store/people.ts";
import { type Call, fromPage, readJson, type TestHub, toCookie } from "./test-hub.ts";

/** A person who has logged in. `call` calls the API in their session. */
export type TestPerson = { id: number; call: Call; cookie: string };

/** Invites a person, and logs them in by the link. */
export async function invite(
  hub: TestHub,
  owner: Call,
  person: { name: string; role: Role; inboxes?: string[] },
): Promise<TestPerson> {
  const invited = await owner("POST", "/api/people", person);
  if (invited.status !== 201) throw new Error(`The invitation answered ${await invited.text()}`);
  type Invitation = { person: { id: number }; link: string };
  const { person: added, link } = await readJson<Invitation>(invited);
  const body = { code: link.split("code=")[1], password: `${person.name} has a password` };
  const response = await fromPage(hub)("POST", "/api/session", body);
  if (!response.ok) throw new Error(`The log-in answered ${await response.text()}`);
  const cookie = toCookie(response);
  return { id: added.id, call: fromPage(hub, cookie), cookie };
}
