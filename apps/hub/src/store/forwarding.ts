import type { StoredScan } from "./store.ts";

/** Where scans are passed on to. Values of secrets are not in it: only `destinationWithSecrets` gives them, sealed. */
export type DestinationRecord = {
  id: number;
  /** Its key for people, the API and the file: as the names of inboxes. */
  name: string;
  title?: string;
  /** One of the kinds in `destinations/kinds.ts`. */
  kind: string;
  /** What the fields of its kind say, secrets left out. */
  settings: Record<string, unknown>;
  /** Names of the secrets that are set. */
  secrets: string[];
  /** `held`: deliveries are kept and wait. `dropping`: what comes now is dropped. */
  state: DestinationState;
  /** Why the hub itself stopped delivering (410 Gone). Gone when the state is set again. */
  notice?: string;
  /** Requests at a time, 1 to 64. */
  concurrency: number;
  /** One at a time, in the order of the scans: one that fails holds back those behind it. */
  ordered: boolean;
  /** May be at a private or loopback address. */
  allowPrivate: boolean;
  /** `file`: kept in the settings file; the API leaves it alone. */
  origin: Origin;
  createdAt: string;
};

export type DestinationState = "on" | "held" | "dropping";
export type Origin = "dashboard" | "file";

export type NewDestination = Omit<
  DestinationRecord,
  "id" | "secrets" | "state" | "notice" | "createdAt"
> & { secrets: SealedSecrets };

/** A title of "" takes it away. Secrets that are named replace theirs; null takes one away. */
export type DestinationChange = Partial<
  Omit<NewDestination, "name" | "secrets"> & {
    state: DestinationState;
    notice: string;
    secrets: Record<string, string | null>;
  }
>;

/** Name of a secret → its sealed value (`sealing.ts`). */
export type SealedSecrets = Record<string, string>;

export type DestinationWithSecrets = { destination: DestinationRecord; sealed: SealedSecrets };

/** What takes scans of an inbox to a destination. */
export type RouteRecord = {
  id: number;
  name: string;
  title?: string;
  /** Undefined: scans of every inbox. */
  inbox?: string;
  /** Name of the destination. */
  destination: string;
  filter: RouteFilter;
  shape: Shape;
  mode: RouteMode;
  /** Off: no deliveries are made. */
  on: boolean;
  origin: Origin;
  createdAt: string;
};

export type NewRoute = Omit<RouteRecord, "id" | "createdAt">;
/** Null takes the inbox away: then the route takes the scans of every inbox. */
export type RouteChange = Partial<Omit<NewRoute, "name" | "inbox"> & { inbox: string | null }>;

/** `through`: the scanner's answer is the destination's answer. */
export type RouteMode = "stored" | "through";

/** Every part narrows; each text is a pattern (`forwarding/pattern.ts`). */
export type RouteFilter = {
  source?: "nfc" | "code";
  identifier?: string;
  content?: string;
  tagType?: string;
  /** Key of `structured` (a dot goes one level down) → pattern of its value. */
  structured?: Record<string, string>;
};

/** What the destination gets. `ready-made` is what its kind makes of a scan, `scan` the body as it was received. */
export type Shape =
  | { format: "ready-made" | "scan" }
  | { format: "json" | "form" | "text"; template: string };

/** All a scan may have to go through; the same object until something changes. */
export type Routing = {
  routes: readonly RouteRecord[];
  destinations: readonly DestinationRecord[];
};

/** A delivery that begins with the scan: its route, and what becomes of it first. */
export type NewDelivery = {
  route: number;
  state: "pending" | "dropped";
  /** A node that sends it at once itself (`through`). */
  claimedBy?: string;
};

/** accepted = delivered + dead + pending + dropped, always. */
export type DeliveryState = "pending" | "delivered" | "dead" | "dropped";

/** One scan on its way to one destination. */
export type Delivery = {
  id: number;
  scan: number;
  /** Names, also of what was removed since. */
  route: string;
  destination: string;
  state: DeliveryState;
  /** Since it was made or last replayed. */
  attempts: number;
  createdAt: string;
  /** While it is pending: when it is tried next. */
  dueAt?: string;
  lastAttempt?: Attempt;
};

export type Attempt = {
  id: number;
  at: string;
  /** Milliseconds from the start of the request to the end of its answer. */
  ms: number;
  /** The node that made it. */
  node: string;
  /** HTTP status, where there was one. */
  status?: number;
  /** One sentence: why it did not count as delivered. */
  error?: string;
  /** The first 2 kB of the answer, as text. */
  answer?: string;
};

/** A delivery a node has for itself until it settles it, or is found dead. */
export type ClaimedDelivery = {
  id: number;
  route: number;
  /** Of its route, as it is now; of a route that was removed, as it last was. */
  shape: Shape;
  destination: number;
  /** Before this one. */
  attempts: number;
  createdAt: string;
  /** W3C trace context of the request that brought the scan. */
  trace?: string;
  scan: StoredScan & { body: string };
};

/** What became of an attempt. `dueAt` for one that stays pending. Without `attempt` it is only given back. */
export type Settled = {
  id: number;
  state: DeliveryState;
  dueAt?: Date;
  attempt?: Omit<Attempt, "id" | "node">;
};

/** Every part narrows. `from` and `to` are ISO 8601 times on the scan's `receivedAt`, `to` excluded. */
export type DeliveryFilter = {
  ids?: readonly number[];
  scan?: number;
  route?: string;
  destination?: string;
  state?: DeliveryState;
  from?: string;
  to?: string;
};

export type DeliveryCounts = {
  destination: string;
  accepted: number;
  delivered: number;
  dead: number;
  pending: number;
  dropped: number;
  /** When the oldest pending one was made. */
  oldestPendingAt?: string;
};

/** The part of the store that passing on needs; as the rest, it rejects with `StoreUnavailable` and nothing else. */
export interface ForwardingStore {
  /**
   * Cheap: on the path of every POST, and where it is known at once no promise, which costs more than the answer.
   * Another process's change shows at once (SQLite) or within a second.
   */
  routing(): Routing | Promise<Routing>;
  /** Calls the listener when routing changed, by this process at once, by another within a second. */
  onRouting(listener: () => void): () => void;

  /** False: that name is taken. */
  addDestination(destination: NewDestination): Promise<boolean>;
  /**
   * Overtaken: what `seen` says of where it is and of its secrets has changed since it was read, so that a change made
   * from it would mix two; nothing was changed.
   */
  changeDestination(
    name: string,
    change: DestinationChange,
    seen?: DestinationWithSecrets,
  ): Promise<"changed" | "no-such-destination" | "overtaken">;
  /** With its routes; what is pending is dropped, also what is under way. Its deliveries stay, with its name. False: none such. */
  removeDestination(name: string): Promise<boolean>;
  /**
   * Both as they are at one moment, which `routing` may not have seen yet: no secret may go to a place that it was not
   * given for. Undefined: it is not there.
   */
  destinationWithSecrets(destination: number): Promise<DestinationWithSecrets | undefined>;

  /** Taken: that name is. */
  addRoute(route: NewRoute): Promise<"added" | "taken" | "no-such-destination">;
  changeRoute(
    name: string,
    change: RouteChange,
  ): Promise<"changed" | "no-such-route" | "no-such-destination">;
  /** What is pending stays so. False: no such route. */
  removeRoute(name: string): Promise<boolean>;

  /** Newest first; `before` is an id. */
  deliveries(filter: DeliveryFilter, page: { before?: number; limit: number }): Promise<Delivery[]>;
  /** With all its attempts, oldest first. */
  delivery(id: number): Promise<(Delivery & { log: Attempt[] }) | undefined>;
  /** The delivery of this scan over this route. */
  deliveryOf(scan: number, route: number): Promise<Delivery | undefined>;
  /** One for each destination that is there, by name. */
  deliveryCounts(): Promise<DeliveryCounts[]>;
  /**
   * Makes them due now, with no attempts yet, whatever became of them. Answers how many, and for which destinations;
   * those under way are left, and those for a destination that was removed.
   */
  replay(filter: DeliveryFilter): Promise<{ count: number; destinations: ReadonlySet<number> }>;
  /** Of those, what is pending and not under way becomes dropped. Answers how many. */
  drop(filter: DeliveryFilter): Promise<number>;

  /**
   * Takes due deliveries for this node, at most `limit` for each destination that is `on`, the scan included. An
   * ordered destination gives its oldest pending ones, as far as each is due, and nothing while one is under way.
   * `next`: when to ask again, at the latest, unless `onDue` calls.
   */
  claim(
    node: string,
    wanted: readonly { destination: number; limit: number }[],
  ): Promise<{ claimed: ClaimedDelivery[]; next?: Date }>;
  /**
   * Takes one pending delivery, due or not; gives again one that this node has already. Undefined: it is settled, under
   * way elsewhere, or there is none.
   */
  claimOne(node: string, id: number): Promise<ClaimedDelivery | undefined>;
  /**
   * Writes down attempts and what follows from them, in one transaction. Of what this node has no claim on any more
   * only the attempt is kept.
   */
  settle(node: string, settled: readonly Settled[]): Promise<void>;
  /** Says that this node lives, and frees what nodes that were silent for `silentMs` had claimed. */
  beat(node: string, silentMs: number): Promise<void>;
  /** Gives back what this node has, and forgets it. */
  leave(node: string): Promise<void>;
  /**
   * Calls the listener when something may have become due, or will sooner than `claim` said: a scan with deliveries, a
   * replay, a freed claim, another process's retry. By this process at once, by another within a second.
   */
  onDue(listener: () => void): () => void;
}
