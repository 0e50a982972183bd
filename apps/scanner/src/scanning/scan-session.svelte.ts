import type { Scan, Source } from "@scanhook/webhook";
import { hasDrafts } from "../history/has-drafts.ts";
import { type Job, toJobName } from "../jobs/job.ts";
import { jobs } from "../jobs/jobs.svelte.ts";
import { type Cue, isDecision, toCue } from "../outcome/cue.ts";
import type { ScanOutcome, SettledOutcome } from "../outcome/scan-outcome.ts";
import { settings } from "../settings.svelte.ts";
import { texts } from "../texts/first.ts";
import { showNotice } from "../ui/notice.svelte.ts";
import { loadVerdictParts, verdictParts } from "../verdict/verdict-parts.svelte.ts";
import { loadPosting, receiverDecides, scanSender } from "./app-scan-sender.ts";
import { createFeedback } from "./feedback.ts";
import { createRecentlySeen } from "./recently-seen.ts";
import type { ScanDetails, SettledEntry } from "./scan-sender.ts";

/** A scan made since the app was opened. */
export type SessionScan<Reading> = {
  /** Counts up from 1 within its session. */
  number: number;
  reading: Reading;
  /** The id of the job that it was made for. */
  jobId: string | undefined;
  outcome: ScanOutcome;
  /** Whether the receiver was known to decide about scans when the scan was sent. */
  awaitsVerdict: boolean;
  /** When the outcome became known, in milliseconds since 1970. */
  settledAt: number | undefined;
  /** The id of its history entry, once the outcome is written. */
  entryId: string | undefined;
  /** Whether the history has the scan; undefined until the outcome is written. */
  isStored: boolean | undefined;
  /** Whether the person has seen the outcome and moved on. */
  dismissed: boolean;
  /** Whether scanning waits until the person has confirmed the verdict. */
  needsTap: boolean;
};

/** How the readings of one source become scans. */
export type ReadingSource<Reading> = {
  source: Source;
  /** Identifies the code or tag for duplicate suppression. */
  toKey: (reading: Reading) => string;
  toScan: (reading: Reading) => Scan;
  toDetails: (reading: Reading) => ScanDetails;
  /** Whether a camera watches continuously. */
  isCamera?: boolean;
};

const maxScans = 30;

/**
 * Creates a session, which turns the readings of one source into scans: it suppresses duplicates,
 * sends, and gives feedback about the outcome. The steps are the same for every reader; a reader
 * decides only which of its readings to trust.
 */
export function createScanSession<Reading>(readingSource: ReadingSource<Reading>) {
  const { source, toScan, toDetails, isCamera } = readingSource;
  /** The scans of one job are no duplicates for another. */
  const toKey = (reading: Reading) => `${jobs.on?.id} ${readingSource.toKey(reading)}`;
  const feedback = createFeedback();
  const recentlySeen = createRecentlySeen({ isCamera });
  /**
   * The entries of the scans by number, once they are written. Not in the state, because the
   * database takes no proxies.
   */
  const entries = new Map<number, Promise<SettledEntry>>();
  let lastNumber = 0;
  const state = $state<{
    /** Newest first. */
    scans: SessionScan<Reading>[];
    /** Scans since the count was last reset. */
    count: number;
    /** The newest outcome that a person should notice, with the number of its scan. */
    cue: { number: number; kind: Cue; at: number } | undefined;
  }>({ scans: [], count: 0, cue: undefined });

  const find = (number: number) => state.scans.find((each) => each.number === number);

  /** Shows an outcome before it is in the history, because a person at a door waits for it. */
  const settle = (number: number, outcome: SettledOutcome) => {
    const settledAt = Date.now();
    const scan = find(number);
    const needsTap = outcome.kind === "accepted" && outcome.verdict?.tap === true;
    if (scan) Object.assign(scan, { outcome, settledAt, needsTap });
    const cue = toCue(outcome);
    if (!cue) return;
    if (isDecision(cue) || settings.speak)
      void loadVerdictParts().then((parts) => parts?.followOutcome(outcome, feedback));
    state.cue = { number, kind: cue, at: settledAt };
    feedback.give(cue, settings);
  };

  const followEntry = async (number: number, written: Promise<SettledEntry>) => {
    if (find(number)) entries.set(number, written);
    const { id: entryId, isStored } = await written;
    const scan = find(number);
    if (scan) Object.assign(scan, { entryId, isStored });
  };

  return {
    state,
    feedback,
    /** The scan whose verdict a person has to confirm first, if any; the oldest of several. */
    get scanToConfirm(): SessionScan<Reading> | undefined {
      return state.scans.findLast(({ needsTap }) => needsTap);
    },
    /** Whether scanning waits for a person, who has to confirm a verdict or to fill in a dialog. */
    get isWaiting(): boolean {
      return this.scanToConfirm !== undefined || verdictParts()?.isAsking() === true;
    },
    /** Confirms the verdict of a scan, so that scanning continues. */
    confirmVerdict(number: number) {
      const scan = find(number);
      if (scan) scan.needsTap = false;
    },
    /** Prepares for scans when their tab is shown. */
    enter() {
      loadPosting().catch(() => undefined);
      if (receiverDecides() || hasDrafts()) void loadVerdictParts();
    },
    /**
     * Separates the readings in sight by the duplicate rule of the settings: those to scan, and
     * those scanned before. Readings that were only suppressed are in neither list.
     */
    filterDuplicates(readings: readonly Reading[]): { fresh: Reading[]; repeated: Reading[] } {
      const { fresh, repeated } = recentlySeen.observe(readings.map(toKey), settings);
      return {
        fresh: readings.filter((reading) => fresh.includes(toKey(reading))),
        repeated: readings.filter((reading) => repeated.includes(toKey(reading))),
      };
    },
    /** Ignores these readings until their codes or tags have been out of sight. */
    suppress(readings: readonly Reading[]) {
      recentlySeen.suppress(readings.map(toKey));
    },
    /** Continues to ignore suppressed readings after a pause, as if they were still in sight. */
    resume: recentlySeen.resume,
    /** Counts a reading as scanned without making a scan of it. */
    markScanned(reading: Reading) {
      recentlySeen.markScanned(toKey(reading));
    },
    /**
     * Scans a reading, which may be out of sight of the reader, and starts sending it. Returns the
     * number of its scan without waiting for the outcome.
     */
    scan(reading: Reading, options?: { isInSight?: boolean }): number {
      recentlySeen.markScanned(toKey(reading), options);
      lastNumber += 1;
      const number = lastNumber;
      const scan: SessionScan<Reading> = {
        number,
        reading,
        jobId: jobs.on?.id,
        outcome: { kind: "sending" },
        awaitsVerdict: receiverDecides(),
        settledAt: undefined,
        entryId: undefined,
        isStored: undefined,
        dismissed: false,
        needsTap: false,
      };
      state.count += 1;
      state.scans = [scan, ...state.scans].slice(0, maxScans);
      entries.delete(number - maxScans);
      const onOutcome = (outcome: SettledOutcome) => settle(number, outcome);
      const written = scanSender.send(source, toScan(reading), toDetails(reading), onOutcome);
      void followEntry(number, written);
      return number;
    },
    /**
     * Posts the same body again, because a person asked for it. A receiver that decides gives its
     * first decision again.
     */
    askAgain(number: number) {
      const written = entries.get(number);
      const scan = find(number);
      if (!written || scan?.outcome.kind === "sending") return;
      if (scan) scan.outcome = { kind: "sending" };
      const onOutcome = (outcome: SettledOutcome) => settle(number, outcome);
      // The history keeps the newest outcome, so the earlier one has to be in it first.
      void followEntry(
        number,
        written.then((entry) => scanSender.resend(entry, onOutcome)),
      );
    },
    /**
     * Returns the newest scan of the same code or tag for the job that is on; undefined if there is
     * none.
     */
    findScan(reading: Reading): SessionScan<Reading> | undefined {
      const key = readingSource.toKey(reading);
      return state.scans.find(
        (scan) => scan.jobId === jobs.on?.id && readingSource.toKey(scan.reading) === key,
      );
    },
    /** Returns whether one of these scans was made for another job than the one that is on. */
    areOfOtherJob: (numbers: readonly number[]) =>
      numbers.some((number) => find(number)?.jobId !== jobs.on?.id),
    /**
     * Prepares for the job that is on, if another was: the readings in sight were not meant for it,
     * and the outcomes of the job before are shown no longer, except a verdict that a person has to
     * confirm.
     */
    followJob(inSight: readonly Reading[]) {
      recentlySeen.suppress(inSight.map(toKey));
      for (const scan of state.scans) {
        if (scan.jobId !== jobs.on?.id && !scan.needsTap) scan.dismissed = true;
      }
      if (receiverDecides()) void loadVerdictParts();
    },
    /**
     * Confirms that the card of a job was read, which is on from then, or says that this phone does
     * not have the job.
     */
    takeCard(reading: Reading, job: Job | "unknown") {
      const isKnown = job !== "unknown";
      if (isKnown) jobs.turnOn(job.id);
      recentlySeen.markScanned(toKey(reading));
      feedback.give(isKnown ? "sent" : "failed", settings);
      showNotice({
        text: isKnown ? texts.scan.job.on({ name: toJobName(job) }) : texts.scan.job.unknown,
      });
    },
  };
}
