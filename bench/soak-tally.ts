// Counts and measures the load of bench/soak.

/** Milliseconds since the last sample. A lag is the time from receiving a scan to the viewer. */
export type Span = { accepts: number[]; verdicts: number[]; searches: number[]; lags: number[] };

export type Tally = {
  span: Span;
  /** The numbers of the scans that were acknowledged for the first time. */
  acknowledged: { scans: number[]; door: number[] };
  /** How often a viewer that always comes back saw the scan with this number. */
  seen: Map<number, number>;
  counts: { repeats: number; refused: number; searches: number; views: number; evenings: number };
  /** How often something happened that must not happen, by its description. */
  problems: Record<string, number>;
};

/** The totals of a tally at the end, for another process. */
export type LoadResult = Pick<Tally, "acknowledged" | "counts" | "problems"> & {
  seen: [number, number][];
};

export function emptySpan(): Span {
  return { accepts: [], verdicts: [], searches: [], lags: [] };
}

export function createTally(): Tally {
  return {
    span: emptySpan(),
    acknowledged: { scans: [], door: [] },
    seen: new Map(),
    counts: { repeats: 0, refused: 0, searches: 0, views: 0, evenings: 0 },
    problems: {},
  };
}

export function noteProblem({ problems }: Tally, problem: string): void {
  problems[problem] = (problems[problem] ?? 0) + 1;
}

/** Runs `work` until it fails; a failure is a problem, named after the work. */
export async function noteFailure(
  tally: Tally,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    noteProblem(tally, `${name}: ${error instanceof Error ? error.message : error}`);
  }
}
