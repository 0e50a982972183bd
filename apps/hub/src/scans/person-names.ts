import { eventsInbox } from "../store/own-inboxes.ts";
import type { Store } from "../store/store.ts";

/** The parts of a scan that tell who sent it. */
export type Sent = {
  inbox: string;
  user?: string;
  /** The act, if it is one, with the inbox of its user. As an object, or as JSON. */
  structured?: Record<string, unknown> | string;
};

/** Something with the name of the person to whom its user belongs. */
export type Named<Value> = Value & { person?: string };

/** The current names of the people to whom users of inboxes belong. */
export type PersonNames = {
  /** Returns the name of the person to whom a user of an inbox belongs. */
  ofUser(inbox: string, user: string): string | undefined;
  /** Returns the name of the person who sent a scan, or who acted on a phone. */
  ofScan(scan: Sent): string | undefined;
  /** Returns whether a user with this name belongs to a person, in any inbox. */
  has(user: string): boolean;
};

/** Reads the names. Read them for every page, so that new names show immediately. */
export async function readPersonNames(store: Pick<Store, "usersOfPeople">): Promise<PersonNames> {
  const owned = await store.usersOfPeople();
  const nameByUser = new Map(owned.map(({ inbox, user, name }) => [toKey(inbox, user), name]));
  const users = new Set(owned.map(({ user }) => user));
  const ofUser = (inbox: string, user: string) =>
    nameByUser.get(toKey(inbox, user)) ?? nameByUser.get(toKey(undefined, user));
  return {
    ofUser,
    has: (user) => users.has(user),
    ofScan({ inbox, user, structured }) {
      if (user === undefined || !users.has(user)) return undefined;
      return ofUser(inbox === eventsInbox ? findInboxOfAct(structured) : inbox, user);
    },
  };
}

const rememberedMs = 1000;

/**
 * Returns a function that reads the names at most once a second, for streams with many viewers.
 * `now` is in milliseconds.
 */
export function rememberPersonNames(
  store: Pick<Store, "usersOfPeople">,
  { now = () => performance.now() }: { now?: () => number } = {},
): () => Promise<PersonNames> {
  let reading: Promise<PersonNames> | undefined;
  let readAt = 0;
  return () => {
    if (reading && now() - readAt < rememberedMs) return reading;
    const started = readPersonNames(store);
    reading = started;
    readAt = now();
    started.catch(() => {
      if (reading === started) reading = undefined;
    });
    return started;
  };
}

/** Adds the names of the people who sent scans. */
export function nameSenders<Scan extends Sent>(
  scans: readonly Scan[],
  names: PersonNames,
): Named<Scan>[] {
  return scans.map((scan) => withPerson(scan, names.ofScan(scan)));
}

/** Returns a value with the name of a person; the value itself if there is none. */
export function withPerson<Value extends object>(
  value: Value,
  person: string | undefined,
): Named<Value> {
  return person === undefined ? value : { ...value, person };
}

/** Returns the inbox of the user who acted, which an act in a register names. */
function findInboxOfAct(structured: Sent["structured"] = {}): string {
  const act = typeof structured === "string" ? JSON.parse(structured) : structured;
  return String(act.inbox ?? "");
}

function toKey(inbox: string | undefined, user: string): string {
  return JSON.stringify([inbox, user]);
}
