/** The scans of a selection by their deliveries of a route (`POST /api/scans/send/count`). */
export type SendCount = {
  asOf: string;
  scans: number;
  pending: number;
  matching: DeliveryCount;
  unmatched: DeliveryCount;
};

type DeliveryCount = { unsent: number; failed: number; delivered: number };

/**
 * The further scans that the owner chose to send. Scans that the route matches and has not
 * delivered are always sent.
 */
export type SendChoice = { delivered: boolean; unmatched: boolean };

export function countDelivered({ matching, unmatched }: SendCount): number {
  return matching.delivered + unmatched.delivered;
}

export function countUnmatched({ unmatched }: SendCount): number {
  return unmatched.unsent + unmatched.failed + unmatched.delivered;
}

/** Returns the number of scans that will be sent. */
export function countToSend({ matching, unmatched }: SendCount, choice: SendChoice): number {
  const counts = choice.unmatched ? [matching, unmatched] : [matching];
  return counts.reduce(
    (sum, { unsent, failed, delivered }) =>
      sum + unsent + failed + (choice.delivered ? delivered : 0),
    0,
  );
}

/** Adds up the counts of two pages. `asOf` is the time of the first page. */
export function addCounts(a: SendCount, b: SendCount): SendCount {
  const addCount = (first: DeliveryCount, second: DeliveryCount): DeliveryCount => ({
    unsent: first.unsent + second.unsent,
    failed: first.failed + second.failed,
    delivered: first.delivered + second.delivered,
  });
  return {
    asOf: a.asOf,
    scans: a.scans + b.scans,
    pending: a.pending + b.pending,
    matching: addCount(a.matching, b.matching),
    unmatched: addCount(a.unmatched, b.unmatched),
  };
}
