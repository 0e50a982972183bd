import type { Reading } from "@scanhook/codes";
import { codeScan } from "@scanhook/webhook";
import { loadContentParsers } from "../content/code-summary.svelte.ts";
import { readCard } from "../jobs/job-card.ts";
import { jobs } from "../jobs/jobs.svelte.ts";
import { openScreen } from "../navigation.svelte.ts";
import { findPairingCode } from "../pairing-code.ts";
import { createAgreement } from "../readers/camera/agreement.ts";
import { createChoice } from "../readers/camera/choice.ts";
import { toCodeKey, withoutDuplicates } from "../readers/camera/code-key.ts";
import type { Picture } from "../readers/camera/frame-reader.ts";
import type { OpenedPicture } from "../readers/camera/pictures.ts";
import type { Size } from "../readers/camera/placement.ts";
import { createRestartingReader } from "../readers/camera/restarting-reader.svelte.ts";
import { settings } from "../settings.svelte.ts";
import { createScanSession } from "./scan-session.svelte.ts";
import { createSkippedCodes } from "./skipped-codes.svelte.ts";

/** The codes on a still picture. Without a picture, the video keeps running behind them. */
export type StillView = {
  picture: Picture | undefined;
  readings: Reading[];
  from: "camera" | "file";
};

/** The content of the screen: the live camera, or a still picture with the result of its codes. */
export type CodeScanningMode =
  | { kind: "live" }
  | { kind: "reading" }
  | { kind: "choosing"; view: StillView }
  | { kind: "result"; view: StillView; scans: number[] }
  | { kind: "empty"; view: StillView }
  | { kind: "no-picture"; reason: Exclude<OpenedPicture, { ok: true }>["reason"] };

/** The codes of the newest frame, with the size of the frame that their corners refer to. */
type CodesInSight = Size & { readings: Reading[]; seenAtMs: number };

/**
 * Corners stay drawn over a frame or two in which the code was not read, so that they do not
 * flicker.
 */
const cornersLingerMs = 250;

/**
 * Creates the scanning of codes, which takes camera frames and pictures, decides which of their
 * codes to scan, and holds the state to show.
 */
function createCodeScanning() {
  const reader = createRestartingReader();
  const session = createScanSession<Reading>({
    source: "code",
    toKey: toCodeKey,
    toScan: ({ content }) => codeScan({ content }),
    toDetails: ({ format, bytes }) => (bytes.length > 0 ? { format, bytes } : {}),
    isCamera: true,
  });
  const skipped = createSkippedCodes();
  let agreement = createAgreement();
  let choice = createChoice();
  let isTyping = false;
  let mode = $state.raw<CodeScanningMode>({ kind: "live" });
  let inSight = $state.raw<CodesInSight>({ readings: [], width: 1, height: 1, seenAtMs: 0 });

  const show = (next: CodeScanningMode) => {
    const picture = "view" in mode ? mode.view.picture : undefined;
    if (picture && !("view" in next && next.view.picture === picture)) picture.close();
    mode = next;
    inSight = { ...inSight, readings: [] };
    skipped.hide();
    agreement = createAgreement();
    choice = createChoice();
  };

  const showCamera = () => {
    if ("view" in mode) session.suppress(mode.view.readings);
    session.resume();
    if (mode.kind === "result") {
      const { scans } = mode;
      for (const scan of session.state.scans) {
        if (!scans.includes(scan.number) || scan.outcome.kind === "sending") continue;
        scan.dismissed = true;
        session.confirmVerdict(scan.number);
      }
    }
    show({ kind: "live" });
  };

  const pairingCodeIn = ({ content }: Reading) => findPairingCode(content, location.href);
  const openPairing = (reading: Reading, code: string) => {
    session.markScanned(reading);
    openScreen({ tab: "pair", code });
  };

  const cardIn = ({ content }: Reading) => readCard(content, jobs.all);

  /** Turns on the job whose card was read. Returns whether it was the card of a job. */
  const takeCard = (reading: Reading): boolean => {
    const card = cardIn(reading);
    if (card) session.takeCard(reading, card);
    return card !== undefined;
  };

  /**
   * Scans the chosen codes of a view. The code of a pairing link opens pairing, the card of a job
   * turns it on before the other codes are scanned, and neither is ever sent.
   */
  const scanFrom = (view: StillView, readings: readonly Reading[]) => {
    const pairing = readings.find(pairingCodeIn);
    const others = readings.filter((reading) => reading !== pairing);
    const scans = others
      .filter((reading) => !takeCard(reading))
      .map((reading) => session.scan(reading));
    skipped.hide();
    session.suppress(view.readings);
    const isContinuous = settings.continuous && view.from === "camera";
    if (scans.length > 0 && !pairing && !isContinuous) return show({ kind: "result", view, scans });
    show({ kind: "live" });
    view.picture?.close();
    if (pairing) openPairing(pairing, pairingCodeIn(pairing)!);
  };

  const processFrame = (readings: Reading[], picture: Picture | undefined, size: Size) => {
    // While a verdict waits for a tap or something is typed, codes in sight are not scanned: a tap
    // meant for one person must not let in another, and a scan must not close the dialog for
    // typing. The codes have to be shown again later.
    if (session.isWaiting || isTyping) {
      picture?.close();
      return session.suppress(readings);
    }
    const time = performance.now();
    if (readings.length > 0) loadContentParsers();
    if (readings.length > 0 || time - inSight.seenAtMs > cornersLingerMs) {
      inSight = { readings, ...size, seenAtMs: time };
    }
    const trusted = agreement.confirm(readings, time);
    const { fresh, repeated } = session.filterDuplicates(readings);
    const chosen = choice.choose(fresh, trusted, time);
    if (chosen.kind === "nothing") {
      picture?.close();
      const scannedOrSuppressed = trusted.filter(
        (reading) => !fresh.includes(reading) && !cardIn(reading),
      );
      return skipped.offer(scannedOrSuppressed, repeated, time);
    }
    if (chosen.kind === "one") scanFrom({ picture, readings, from: "camera" }, [chosen.reading]);
    else show({ kind: "choosing", view: { picture, readings: chosen.readings, from: "camera" } });
  };

  return {
    get mode() {
      return mode;
    },
    get inSight() {
      return inSight;
    },
    get skipped() {
      return skipped.codes;
    },
    get isBroken() {
      return reader.isBroken;
    },
    session: session.state,
    feedback: session.feedback,
    askAgain: session.askAgain,
    get scanToConfirm() {
      return session.scanToConfirm;
    },
    confirmVerdict: session.confirmVerdict,
    /** Loads the reader, for the first time or after it broke. */
    startReader: reader.start,
    /** Starts when the tab is shown. Returns a function that stops when the tab is left. */
    enter(): () => void {
      reader.start();
      session.enter();
      return () => {
        reader.stop();
        showCamera();
        session.feedback.suspendAudio();
      };
    },
    /**
     * Reads what the video shows now. `isVisible` decides whether the person can see a code with
     * these corners.
     */
    async scanFrame(
      video: HTMLVideoElement,
      isVisible: (corners: Reading["corners"], size: Size) => boolean,
    ) {
      if (mode.kind !== "live" || reader.isBroken) return;
      const result = await reader.readFrame(video);
      if (!result) return;
      const { readings, picture, width, height } = result;
      if (mode.kind !== "live" || !reader.isActive) return picture?.close();
      const size = { width, height };
      const visible = readings.filter(({ corners }) => isVisible(corners, size));
      processFrame(withoutDuplicates(visible), picture, size);
    },
    /**
     * Reads a picture. It was chosen on purpose, so its codes count even if they were scanned
     * before.
     */
    async scanPicture(opening: Promise<OpenedPicture>) {
      show({ kind: "reading" });
      const thisMode = mode;
      const opened = await opening;
      if (mode !== thisMode) return;
      if (!opened.ok) return show({ kind: "no-picture", reason: opened.reason });
      const result = await reader.readPhoto(opened.bitmap);
      if (mode !== thisMode) return result?.picture?.close();
      if (!result) return show({ kind: "no-picture", reason: "unreadable" });
      loadContentParsers();
      const readings = withoutDuplicates(result.readings);
      const view: StillView = { picture: result.picture, readings, from: "file" };
      const [first, ...others] = readings;
      if (!first) show({ kind: "empty", view });
      else if (others.length > 0) show({ kind: "choosing", view });
      else scanFrom(view, [first]);
    },
    /** Scans the codes that the person picked from the list. */
    choose(readings: readonly Reading[]) {
      if (mode.kind === "choosing") scanFrom(mode.view, readings);
    },
    /**
     * Scans a code because the person asked for it: one that was skipped, or typed. A typed one has
     * no bytes.
     */
    scanReading(reading: Reading, from: StillView["from"] = "camera") {
      scanFrom({ picture: undefined, readings: [reading], from }, [reading]);
    },
    /** Ignores what the camera sees while a code is typed. Returns a function that ends it. */
    startTyping(): () => void {
      isTyping = true;
      return () => {
        isTyping = false;
      };
    },
    /**
     * Scans a code that another tab has found. Returns the number of its scan; undefined for a code
     * that opens pairing and for the card of a job.
     */
    scanFound(reading: Reading): number | undefined {
      if (takeCard(reading)) return undefined;
      const code = pairingCodeIn(reading);
      return code === undefined
        ? session.scan(reading, { isInSight: false })
        : void openPairing(reading, code);
    },
    /** Prepares for the job that is on. The codes in sight are not scanned for it. */
    followJob() {
      session.followJob(inSight.readings);
      if (mode.kind === "result" && session.areOfOtherJob(mode.scans)) showCamera();
    },
    /** Returns to the camera. The codes that it still shows are not scanned again. */
    showCamera,
    resetCount() {
      session.state.count = 0;
    },
  };
}

/** The scanning of codes. It lives as long as the app, also while other tabs are shown. */
export const codeScanning = createCodeScanning();
