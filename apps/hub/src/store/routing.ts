/**
 * A destination that scans are forwarded to. It has no values of secrets: only
 * `destinationWithSecrets` returns them, sealed.
 */
export type DestinationRecord = {
  id: number;
  /**
   * Identifies the destination in the UI, the API and the settings file. It follows the same rules
   * as the name of an inbox.
   */
  name: string;
  title?: string | undefined;
  /** One of the kinds in `destinations/kinds.ts`. */
  kind: string;
  /** The values of the fields of its kind, except for secrets. */
  settings: Record<string, unknown>;
  /** The names of the secrets that are set. */
  secrets: string[];
  /**
   * With `held`, deliveries wait until it is `on` again. With `dropping`, deliveries of new scans
   * are dropped.
   */
  state: DestinationState;
  /**
   * Why the hub itself stopped delivering, for example after 410 Gone. Setting the state removes
   * the notice.
   */
  notice?: string | undefined;
  /** How many requests may run at the same time, 1 to 64. */
  concurrency: number;
  /** Delivers one scan at a time in order. A delivery that fails holds back the later ones. */
  ordered: boolean;
  /** Allows private and loopback addresses. */
  allowPrivate: boolean;
  /** `file` means that it is defined in the settings file, and that the API must not change it. */
  origin: Origin;
  createdAt: string;
  /** Grows with every edit, from 1, also by the settings file. A change of the state is no edit. */
  revision: number;
  /** When it was last edited, or else created. */
  changedAt: string;
};

export type DestinationState = "on" | "held" | "dropping";
export type Origin = "dashboard" | "file";

export type NewDestination = Omit<
  DestinationRecord,
  "id" | "secrets" | "state" | "notice" | "createdAt" | "revision" | "changedAt"
> & { secrets: SealedSecrets };

/**
 * Changes the given parts. An empty title removes the title. A named secret is replaced, or removed
 * by null.
 */
export type DestinationChange = Partial<
  Omit<NewDestination, "name" | "secrets"> & {
    state: DestinationState;
    notice: string;
    secrets: Record<string, string | null>;
    /** The change is made only if this is still the revision. */
    revision: number;
  }
>;

/**
 * The result of a change. "changed-meanwhile" means that the revision is no longer the given one.
 */
export type DestinationChangeOutcome =
  | "changed"
  | "no-such-destination"
  | "overtaken"
  | "changed-meanwhile";

/** The sealed values of secrets by name (`secrets/sealing.ts`). */
export type SealedSecrets = Record<string, string>;

export type DestinationWithSecrets = { destination: DestinationRecord; sealed: SealedSecrets };

/** A route, which takes the scans of an inbox that pass its filter to a destination. */
export type RouteRecord = {
  id: number;
  name: string;
  title?: string | undefined;
  /** Without it, the route takes the scans of every inbox. */
  inbox?: string | undefined;
  /** The name of the destination. */
  destination: string;
  filter: RouteFilter;
  shape: Shape;
  mode: RouteMode;
  /** A delivery that was not delivered this long after its scan was received is dropped. */
  expiresMs?: number | undefined;
  /** Within this span, the route delivers the same content only once; other scans are dropped. */
  oncePerMs?: number | undefined;
  /** If false, scans get no deliveries over this route. */
  on: boolean;
  origin: Origin;
  createdAt: string;
  /** Grows with every edit, from 1, also by the settings file. */
  revision: number;
  /** When it was last edited, or else created. */
  changedAt: string;
};

export type NewRoute = Omit<RouteRecord, "id" | "createdAt" | "revision" | "changedAt">;
/**
 * Changes the given parts. With `inbox` null, the route takes the scans of every inbox. Null
 * removes `expiresMs` and `oncePerMs`. A changed `expiresMs` holds for later deliveries. With
 * `revision`, the change is made only if this is still the revision.
 */
export type RouteChange = Partial<
  Omit<NewRoute, "name" | "inbox" | "expiresMs" | "oncePerMs"> & {
    inbox: string | null;
    expiresMs: number | null | undefined;
    oncePerMs: number | null | undefined;
    revision: number;
  }
>;
export type RouteChangeOutcome =
  | "changed"
  | "no-such-route"
  | "no-such-destination"
  | "changed-meanwhile";

/** With `through`, the response to the sender waits for the response of the destination. */
export type RouteMode = "stored" | "through";

/**
 * A filter that matches the scans that match all its parts. Each text is a pattern
 * (`shaping/pattern.ts`).
 */
export type RouteFilter = {
  source?: "nfc" | "code";
  identifier?: string;
  content?: string;
  tagType?: string;
  /** Maps keys of `structured`, with a dot between levels, to patterns for their values. */
  structured?: Record<string, string>;
  /** Matches the result or the code of a verdict, and only scans that a register decided about. */
  verdict?: string;
};

/**
 * The content of a message. `ready-made` is made by the kind of destination, and `scan` is the body
 * as received.
 */
export type Shape =
  | { format: "ready-made" | "scan" }
  | { format: "json" | "form" | "text"; template: string };

/** All routes and destinations. The store returns the same object until something changes. */
export type Routing = {
  routes: readonly RouteRecord[];
  destinations: readonly DestinationRecord[];
};

/** The part of the store with the destinations and routes. */
export interface RoutingStore {
  /**
   * Returns the routing from memory, because every POST needs it. Returns no promise where
   * possible, because a promise would cost more than the lookup. Changes by another process show
   * immediately on SQLite, and within a second on PostgreSQL.
   */
  routing(): Routing | Promise<Routing>;
  /**
   * Calls the listener when the routing changes: immediately for a change by this process, and
   * within a second for one by another. Returns a function that removes the listener.
   */
  onRouting(listener: () => void): () => void;

  /** Returns false when the name is taken. */
  addDestination(destination: NewDestination): Promise<boolean>;
  /**
   * Changes a destination. With `seen`, it first checks that kind, settings and secrets are still
   * the same, so that a change based on `seen` cannot mix an address with the secrets of another.
   * Otherwise it returns "overtaken" and changes nothing. After an edit, or when the destination is
   * switched on, its waiting deliveries are due at once.
   */
  changeDestination(
    name: string,
    change: DestinationChange,
    seen?: DestinationWithSecrets,
  ): Promise<DestinationChangeOutcome>;
  /**
   * Removes a destination with its routes, and drops its pending deliveries, including claimed
   * ones. Its deliveries keep its name. Returns false without such a destination.
   */
  removeDestination(name: string): Promise<boolean>;
  /**
   * Reads settings and secrets as of the same moment from the database, not from memory as
   * `routing` does, so that no secret is sent to an address it was not set for. Returns undefined
   * without such a destination.
   */
  destinationWithSecrets(destination: number): Promise<DestinationWithSecrets | undefined>;

  /** Returns "taken" when the name is taken. */
  addRoute(route: NewRoute): Promise<"added" | "taken" | "no-such-destination">;
  changeRoute(name: string, change: RouteChange): Promise<RouteChangeOutcome>;
  /** Removes a route. Its pending deliveries stay pending. Returns false without such a route. */
  removeRoute(name: string): Promise<boolean>;
}
