import { nfc } from "./nfc.ts";
import type { NfcProblem } from "./problem.ts";
import type { TagListener } from "./transport.ts";

/**
 * A tag that appears this soon after reading resumed has been lying on the phone while the page was
 * hidden.
 */
const restingMs = 1500;

/**
 * Creates the reader of tags for the NFC tab. A hidden page stops reading, and resumes when it is
 * shown again.
 */
export function createNfcListening(listener: Omit<TagListener, "onEnd">) {
  const state = $state<{
    phase: "checking" | "off" | "starting" | "reading" | "problem";
    problem: NfcProblem | undefined;
  }>({ phase: "checking", problem: undefined });
  let isWanted = false;
  let running: AbortController | undefined;
  let resumedAt = Number.NEGATIVE_INFINITY;

  const abort = () => {
    running?.abort();
    running = undefined;
  };

  /** Stops reading until a person asks for it again. */
  const stop = () => {
    abort();
    isWanted = false;
    state.phase = "off";
  };

  const listen = async () => {
    abort();
    if (document.visibilityState === "hidden") return;
    const controller = new AbortController();
    running = controller;
    state.phase = "starting";
    const result = await nfc.listen(controller.signal, {
      ...listener,
      onTag(tag) {
        if (nfc.coversPage) stop();
        listener.onTag(tag);
      },
      onEnd: stop,
    });
    if (running !== controller) return;
    resumedAt = Math.min(resumedAt, performance.now());
    if (!result.ok) abort();
    state.phase = result.ok ? "reading" : "problem";
    state.problem = result.ok ? undefined : result.problem;
  };

  const followVisibility = () => {
    if (document.visibilityState === "hidden") return abort();
    if (!isWanted || running) return;
    // The time counts from the start of reading, because how long starting takes says nothing
    // about the tag.
    resumedAt = Number.POSITIVE_INFINITY;
    void listen();
  };

  /** Starts reading because a person, a link or an earlier permission asks for it. */
  const start = async () => {
    isWanted = true;
    await listen();
  };

  return {
    state,
    start,
    /** Whether a tag that appears now was on the phone before the page was shown again. */
    hasJustResumed: () => performance.now() - resumedAt < restingMs,
    /**
     * Starts reading if that needs no question to the person, and follows the visibility of the
     * page and the permission. Returns a function to call when the tab is left.
     */
    enter(): () => void {
      let hasLeft = false;
      document.addEventListener("visibilitychange", followVisibility);
      state.problem = nfc.findObstacle();
      state.phase = state.problem ? "problem" : "checking";
      void nfc.queryPermission().then((permission) => {
        if (hasLeft || isWanted || state.problem) return;
        // Tries even when permission is denied, because the error then says why.
        if (permission !== "ask") void start();
        else state.phase = "off";
      });
      const stopFollowing = nfc.onPermissionChange(() => {
        if (state.phase === "problem") void start();
      });
      return () => {
        hasLeft = true;
        isWanted = false;
        abort();
        state.phase = "checking";
        stopFollowing();
        document.removeEventListener("visibilitychange", followVisibility);
      };
    },
  };
}
