import { formatSpan, toSpans } from "../definitions/span.ts";
import type { DisplayRecord } from "../store/displays.ts";
import type { TokenRecord } from "../store/logins.ts";
import type { Origin } from "../store/routing.ts";
import type { Store } from "../store/store.ts";

/**
 * Something that people change: its name, and the values of its fields as a person knows them. It
 * never has the value of a secret. Objects are compared by their members.
 */
export type Thing = { name: string; fields: Record<string, unknown> };

/** Reads an inbox without its users. Resolves to undefined without such an inbox. */
export async function readInbox(store: Store, name: string): Promise<Thing | undefined> {
  const inbox = await findInbox(store, name);
  if (!inbox) return undefined;
  const { title, open, keepDays, keepScans, audit, origin } = inbox;
  const fields = { title, open, keepDays, keepScans, audit, origin: unlessDashboard(origin) };
  return { name, fields };
}

/** Reads a user of an inbox, whose name is `inbox/user`. */
export async function readUser(
  store: Store,
  inbox: string,
  user: string,
): Promise<Thing | undefined> {
  const credentials = (await findInbox(store, inbox))?.credentials ?? [];
  const found = credentials.find((credential) => credential.user === user);
  if (!found) return undefined;
  const { supervisor = false } = found;
  const person = await findPersonName(store, found.person);
  return { name: `${inbox}/${user}`, fields: { supervisor, person } };
}

/** Reads which register an inbox feeds. */
export async function readBinding(store: Store, inbox: string): Promise<Thing> {
  const all = (await store.registers()).flatMap(({ name, bindings }) =>
    bindings.map((binding) => ({ ...binding, register: name })),
  );
  const found = all.find((binding) => binding.inbox === inbox);
  const { register, action, answer } = found ?? {};
  return { name: inbox, fields: { register, action, answer } };
}

/** Reads a register with its rules, without its entries. */
export async function readRegister(store: Store, name: string): Promise<Thing | undefined> {
  const register = (await store.registers()).find((record) => record.name === name);
  if (!register) return undefined;
  const { title, kind, rules, entriesFrom, peopleFrom, keepDays, origin, bindings } = register;
  const inboxes = unlessEmpty(bindings.map(({ inbox }) => inbox));
  const fields = { title, kind, rules, entriesFrom, peopleFrom, keepDays, inboxes };
  return { name, fields: { ...fields, origin: unlessDashboard(origin) } };
}

/** Reads a display of the register with this id, whose name it has. */
export async function readDisplay(
  store: Store,
  register: number,
  isWanted: (display: DisplayRecord) => boolean,
): Promise<Thing | undefined> {
  const { name } = (await store.registers()).find(({ id }) => id === register) ?? {};
  const display = (await store.displays(register)).find(isWanted);
  if (name === undefined || !display) return undefined;
  return { name, fields: { door: display.door, names: display.names } };
}

/** Reads a destination, without its secrets. */
export async function readDestination(store: Store, name: string): Promise<Thing | undefined> {
  const { destinations, routes } = await store.routing();
  const found = destinations.find((destination) => destination.name === name);
  if (!found) return undefined;
  const { title, kind, settings, state, concurrency, ordered, allowPrivate, origin } = found;
  const leading = routes.filter(({ destination }) => destination === name);
  return {
    name,
    fields: {
      title,
      kind,
      settings,
      state,
      concurrency,
      ordered,
      allowPrivate,
      routes: unlessEmpty(leading.map((route) => route.name)),
      origin: unlessDashboard(origin),
    },
  };
}

/** Reads a route, with its spans of time such as `5 min`. */
export async function readRoute(store: Store, name: string): Promise<Thing | undefined> {
  const found = (await store.routing()).routes.find((route) => route.name === name);
  if (!found) return undefined;
  const { title, inbox, destination, filter, shape, mode, on, origin } = found;
  const { expires, oncePer } = toSpans(found);
  return {
    name,
    fields: {
      title,
      inbox,
      destination,
      filter,
      shape,
      mode,
      on,
      expires: expires === undefined ? undefined : formatSpan(expires),
      oncePer: oncePer === undefined ? undefined : formatSpan(oncePer),
      origin: unlessDashboard(origin),
    },
  };
}

/** Reads when and where the owner is alerted. */
export async function readAlerts(store: Store): Promise<Thing> {
  const { revision: _, changedAt: __, origin, ...settings } = await store.alertSettings();
  return { name: "alerts", fields: { ...settings, origin: unlessDashboard(origin) } };
}

/** Reads a person, with the names of their passkeys and without their secrets. */
export async function readPerson(store: Store, id: number): Promise<Thing | undefined> {
  const person = await store.person(id);
  if (!person) return undefined;
  const { name, role, inboxes, sso, hasTotp } = person;
  const passkeys = unlessEmpty((await store.passkeys(id)).map((passkey) => passkey.name));
  const provider = sso?.issuer;
  return { name, fields: { role, inboxes, provider, secondFactor: hasTotp, passkeys } };
}

/** Reads an API token. */
export async function readToken(
  store: Store,
  token: TokenRecord | undefined,
): Promise<Thing | undefined> {
  if (!token) return undefined;
  const { name, scopes, inboxes, expiresAt } = token;
  const person = await findPersonName(store, token.person);
  return { name, fields: { person, scopes, inboxes, expiresAt } };
}

/** Reads how long the journal of changes is kept. */
export async function readJournal(store: Store): Promise<Thing> {
  const [keepDays, origin] = await Promise.all([store.changesKeepDays(), store.changesOrigin()]);
  return { name: "changes", fields: { keepDays, origin: unlessDashboard(origin) } };
}

async function findInbox(store: Store, name: string) {
  return (await store.inboxes()).find((inbox) => inbox.name === name);
}

async function findPersonName(store: Store, id: number | undefined): Promise<string | undefined> {
  return id === undefined ? undefined : (await store.person(id))?.name;
}

/** Returns where a record is kept, if that is the settings file. */
function unlessDashboard(origin: Origin): Origin | undefined {
  return origin === "file" ? origin : undefined;
}

function unlessEmpty(list: readonly string[]): readonly string[] | undefined {
  return list.length > 0 ? list : undefined;
}
