/** How some scans stand with a route, as `POST /api/scans/send/count` describes it. */
export type SendCount = {
  asOf: string;
  scans: number;
  pending: number;
  matching: Standing;
  unmatched: Standing;
};

type Standing = { unsent: number; failed: number; delivered: number };

/**
 * The scans that the owner chose to send besides the scans that the route matches and has not
 * delivered.
 */
export type SendChoice = { delivered: boolean; unmatched: boolean };

export function countDelivered({ matching, unmatched }: SendCount): number {
  return matching.delivered + unmatched.delivered;
}

export function countUnmatched({ unmatched }: SendCount): number {
  return unmatched.unsent + unmatched.failed + unmatched.delivered;
}

/** Returns how many scans will be sent. */
export function countToSend({ matching, unmatched }: SendCount, choice: SendChoice): number {
  const standings = choice.unmatched ? [matching, unmatched] : [matching];
  return standings.reduce(
    (sum, { unsent, failed, delivered }) =>
      sum + unsent + failed + (choice.delivered ? delivered : 0),
    0,
  );
}

/** Adds up the counts of two pages. The time is that of the first. */
export function addCounts(a: SendCount, b: SendCount): SendCount {
  const addStanding = (one: Standing, other: Standing): Standing => ({
    unsent: one.unsent + other.unsent,
    failed: one.failed + other.failed,
    delivered: one.delivered + other.delivered,
  });
  return {
    asOf: a.asOf,
    scans: a.scans + b.scans,
    pending: a.pending + b.pending,
    matching: addStanding(a.matching, b.matching),
    unmatched: addStanding(a.unmatched, b.unmatched),
  };
}
