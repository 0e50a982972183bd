import { parseTag, type TagReading } from "@scanhook/tags";
import { nfcScan } from "@scanhook/webhook";
import { readCard } from "../jobs/job-card.ts";
import { jobs } from "../jobs/jobs.svelte.ts";
import { messageOf } from "../readers/nfc/message.ts";
import { createNfcListening } from "../readers/nfc/nfc-listening.svelte.ts";
import { isUnidentifiable, toTagKey } from "../readers/nfc/tag-key.ts";
import type { DetectedTag } from "../readers/nfc/transport.ts";
import { settings } from "../settings.svelte.ts";
import { createScanSession } from "./scan-session.svelte.ts";

/** The tag that was held to the phone last, with its result. */
export type LastTag =
  /**
   * `scan` is the number of the tag's scan, or of its earlier scan if it is `repeated`; undefined
   * for a tag without UID and content.
   */
  | { kind: "tag"; reading: TagReading; scan: number | undefined; repeated: boolean }
  | { kind: "unreadable"; attemptCount: number };

/** Failed attempts that follow each other within this time count as attempts at the same tag. */
const sameTagMs = 20_000;

/** Creates the scanning of the tags that are held to the phone while the tab is shown. */
function createTagScanning() {
  const session = createScanSession<TagReading>({
    source: "nfc",
    toKey: toTagKey,
    toScan: nfcScan,
    toDetails(reading) {
      const bytes = messageOf(reading);
      return bytes ? { bytes } : {};
    },
  });
  let lastTag = $state.raw<LastTag | undefined>();
  let tagCount = $state(0);
  let unreadableAt = Number.NEGATIVE_INFINITY;

  const show = (next: LastTag) => {
    lastTag = next;
    tagCount += 1;
  };

  const scan = (reading: TagReading) => {
    show({ kind: "tag", reading, scan: session.scan(reading), repeated: false });
  };

  const onTag = (tag: DetectedTag) => {
    unreadableAt = Number.NEGATIVE_INFINITY;
    if (session.isWaiting) return session.feedback.give("look", settings);
    const reading = parseTag(tag);
    if (isUnidentifiable(reading)) {
      show({ kind: "tag", reading, scan: undefined, repeated: false });
      return session.feedback.give("failed", settings);
    }
    const card = readCard(nfcScan(reading).content, jobs.all);
    if (card) return session.takeCard(reading, card);
    const earlier = session.findScan(reading);
    const isNewest = earlier !== undefined && earlier === session.state.scans[0];
    if (isNewest && listening.hasJustResumed()) session.suppress([reading]);
    if (session.filterDuplicates([reading]).fresh.length > 0) scan(reading);
    else show({ kind: "tag", reading, scan: earlier?.number, repeated: true });
  };

  const onUnreadable = () => {
    if (session.isWaiting) return session.feedback.give("look", settings);
    const now = performance.now();
    const earlierAttempts =
      lastTag?.kind === "unreadable" && now - unreadableAt < sameTagMs ? lastTag.attemptCount : 0;
    unreadableAt = now;
    show({ kind: "unreadable", attemptCount: earlierAttempts + 1 });
    session.feedback.give("failed", settings);
  };

  const listening = createNfcListening({ onTag, onUnreadable });

  return {
    /** Whether the phone reads, and the problem if it cannot. */
    reader: listening.state,
    session: session.state,
    feedback: session.feedback,
    askAgain: session.askAgain,
    get scanToConfirm() {
      return session.scanToConfirm;
    },
    confirmVerdict: session.confirmVerdict,
    get lastTag() {
      return lastTag;
    },
    /** How many tags were held to the phone. */
    get tagCount() {
      return tagCount;
    },
    start: listening.start,
    /** Starts when the tab is shown. Returns a function that stops when the tab is left. */
    enter(): () => void {
      const leave = listening.enter();
      session.enter();
      return () => {
        leave();
        session.feedback.suspendAudio();
      };
    },
    /** Prepares for the job that is on, and no longer shows a tag that another has scanned. */
    followJob() {
      session.followJob([]);
      const scan = lastTag?.kind === "tag" ? lastTag.scan : undefined;
      const isOther = scan !== undefined && session.areOfOtherJob([scan]);
      if (isOther && !session.scanToConfirm) lastTag = undefined;
    },
    /** Scans a tag again because the person asked for it. */
    scanAgain: scan,
  };
}

/** The scanning of tags. It lives as long as the app, also while other tabs are shown. */
export const tagScanning = createTagScanning();
