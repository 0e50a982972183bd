import type { Shape } from "./routing.ts";
import type { StoredScan } from "./stored-scan.ts";

/** A delivery to store with its scan. */
export type NewDelivery = {
  route: number;
  state: "pending" | "dropped";
  /** The node that sends it immediately, for a route in mode `through`. */
  claimedBy?: string;
  /**
   * If given, the delivery is stored only if the register decides about the scan with one of these
   * verdicts, each written as result, space and code.
   */
  verdicts?: readonly string[];
};

/** For every destination, accepted = pending + delivered + dead + dropped at all times. */
export type DeliveryState = "pending" | "delivered" | "dead" | "dropped";

/**
 * Why the hub itself dropped a delivery: it was not delivered before it expired, or its route had
 * delivered the same content within this span.
 */
export type Dropped = { reason: "expired" } | { reason: "repeated"; withinMs: number };

/** One scan on its way to one destination. */
export type Delivery = {
  id: number;
  scan: number;
  /** The name of the route, even after it was removed. */
  route: string;
  destination: string;
  state: DeliveryState;
  /** The number of attempts since it was created or last replayed. */
  attempts: number;
  createdAt: string;
  /** When it is tried next, while it is pending. */
  dueAt?: string | undefined;
  /** When it is given up while it is pending, if its route says so. */
  expiresAt?: string | undefined;
  /** Missing if a person dropped it, or if its destination was off or was removed. */
  dropped?: Dropped | undefined;
  lastAttempt?: Attempt | undefined;
};

export type Attempt = {
  id: number;
  at: string;
  /** Milliseconds from the start of the request to the end of the response. */
  ms: number;
  /** The node that made the attempt. */
  node: string;
  /** The HTTP status, if there was one. */
  status?: number | undefined;
  /** One sentence on why the attempt failed. */
  error?: string | undefined;
  /** The first 2 kB of the response as text. */
  answer?: string | undefined;
};

/** A delivery that belongs to one node until that node settles it, leaves or falls silent. */
export type ClaimedDelivery = {
  id: number;
  route: number;
  /** The current shape of its route, or the last one of a removed route. */
  shape: Shape;
  destination: number;
  /** The number of earlier attempts. */
  attempts: number;
  createdAt: string;
  /** It must not be sent later than this after the claim. */
  expiresInMs?: number | undefined;
  /** The W3C trace context of the request that brought the scan. */
  trace?: string | undefined;
  scan: StoredScan & { body: string };
};

/**
 * The result of a claimed delivery. A delivery that stays pending has a new `dueAt`. Without
 * `attempt`, it was not sent.
 */
export type Settled = {
  id: number;
  state: DeliveryState;
  dueAt?: Date;
  attempt?: Omit<Attempt, "id" | "node">;
};

/**
 * Selects the deliveries that match every given part. `from` (inclusive) and `to` (exclusive) are
 * ISO 8601 times that the `receivedAt` of the scan is compared with. An invalid time makes the
 * method reject with a RangeError.
 */
export type DeliveryFilter = {
  ids?: readonly number[];
  scan?: number;
  route?: string;
  destination?: string;
  state?: DeliveryState;
  from?: string;
  to?: string;
};

/**
 * A scan and the state of its newest delivery over a route to the current destination of the route;
 * null if there is no such delivery.
 */
export type RoutedScan = { scan: number; state: DeliveryState | null };

/**
 * Which scans that already have a delivery over the route are sent again: all, those whose delivery
 * failed or was dropped, or none. Scans with a pending delivery are never sent again.
 */
export type Again = "all" | "failed" | "none";

/** The numbers of stored deliveries, by state. `accepted` is the sum of the states. */
export type DeliveryCounts = {
  destination: string;
  accepted: number;
  delivered: number;
  dead: number;
  pending: number;
  dropped: number;
  /** How many of the dropped ones expired. */
  expired: number;
  /** How many of the dropped ones repeated a content. */
  repeated: number;
  /**
   * How often a delivery was delivered, also when its scan was deleted since. A delivery that is
   * sent again counts again. This number never shrinks.
   */
  deliveredTotal: number;
  /** When the oldest pending delivery was created. */
  oldestPendingAt?: string | undefined;
};

/** The part of the store with the deliveries. */
export interface DeliveryStore {
  /** Lists deliveries, newest first. `before` is an id. */
  deliveries(filter: DeliveryFilter, page: { before?: number; limit: number }): Promise<Delivery[]>;
  /** Returns a delivery with all its attempts, oldest first. */
  delivery(id: number): Promise<(Delivery & { log: Attempt[] }) | undefined>;
  /** Returns the delivery of a scan over a route. */
  deliveryOf(scan: number, route: number): Promise<Delivery | undefined>;
  /** Returns the counts of each destination, by name. */
  deliveryCounts(): Promise<DeliveryCounts[]>;
  /**
   * Makes matching deliveries of any state due immediately, and resets their attempts to zero.
   * Those whose route has `expiresMs` expire that long after now. Skips claimed deliveries, and
   * those for a removed destination. Returns the number of changed deliveries and the ids of their
   * destinations.
   */
  replay(filter: DeliveryFilter): Promise<{ count: number; destinations: ReadonlySet<number> }>;
  /** Drops matching deliveries that are pending and not claimed, and returns how many. */
  drop(filter: DeliveryFilter): Promise<number>;
  countDeliveries(filter: DeliveryFilter): Promise<number>;
  /**
   * Returns the given scans that are stored, in the order of their ids, each with the state of its
   * delivery over the route.
   */
  routedScans(route: number, scans: readonly number[]): Promise<RoutedScan[]>;
  /**
   * Makes a delivery over the route due immediately for each of the scans, regardless of the filter
   * of the route: the existing delivery of the scan over this route to its current destination,
   * with its attempts reset to zero, or a new one. Skips pending deliveries. With `asOf`, a time of
   * `storeTime`, it also skips deliveries that were made due or tried since then, so that repeating
   * a request sends nothing twice. Returns the number of deliveries that it made due, or undefined
   * if the route was removed.
   */
  sendScans(
    route: number,
    scans: readonly number[],
    options: { again: Again; asOf?: Date | undefined },
  ): Promise<number | undefined>;
  /**
   * Drops the pending deliveries that have expired, except for claimed ones. Returns how many, and
   * when to call again at the latest; undefined if no pending delivery expires.
   */
  dropExpired(): Promise<{ count: number; next?: Date | undefined }>;
  /** Returns the current time by the clock that the store uses. */
  storeTime(): Promise<Date>;

  /**
   * Claims due deliveries for this node, with their scans: at most `limit` for each destination
   * that is `on`. Leaves out those that have expired. Of an ordered destination it claims the
   * oldest pending ones up to the first that is not due, and none while any of its deliveries is
   * claimed. `next` is the time at which to call again at the latest. A call of `onDue` listeners
   * means that an earlier call is needed.
   */
  claim(
    node: string,
    wanted: readonly { destination: number; limit: number }[],
  ): Promise<{ claimed: ClaimedDelivery[]; next?: Date | undefined }>;
  /**
   * Claims one pending delivery, due or not. Also returns one that this node has claimed before.
   * Returns undefined for a delivery that is settled, claimed by another node, or unknown.
   */
  claimOne(node: string, id: number): Promise<ClaimedDelivery | undefined>;
  /**
   * Stores attempts and the new states of their deliveries in one transaction. A delivery that this
   * node no longer has a claim on keeps its state.
   */
  settle(node: string, settled: readonly Settled[]): Promise<void>;
  /**
   * Records that this node is alive, and frees the claims of nodes that have been silent for
   * `silentMs`.
   */
  recordHeartbeat(node: string, silentMs: number): Promise<void>;
  /** Frees the claims of this node and forgets it. */
  releaseNode(node: string): Promise<void>;
  /**
   * Calls the listener when deliveries may have become due, or will be due earlier than `claim`
   * said: after a scan with deliveries, a replay, a freed claim, or a retry of another process. It
   * does so immediately for what this process did, and within a second for another. Returns a
   * function that removes the listener.
   */
  onDue(listener: () => void): () => void;
}
