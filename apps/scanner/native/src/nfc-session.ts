import type { CapacitorNfcPlugin, NfcTag, StartScanningOptions } from "@capgo/capacitor-nfc";
import type { NfcDone } from "../../src/readers/nfc/transport.ts";
import { isBusy, toNativeProblem } from "./native-problem.ts";

export type NfcPlugin = Pick<
  CapacitorNfcPlugin,
  "startScanning" | "stopScanning" | "write" | "makeReadOnly" | "getStatus" | "addListener"
>;

export type NfcSystem = { system: "ios" | "android"; sheetText: string };

/** How long a session outlives its last user: who read a tag may write it next, without bringing it again. */
const lingerMs = 400;
/** iOS needs a moment between two sessions. */
const busyMs = 500;
const mostTries = 5;

/**
 * The phone's one reader, shared: it begins with the first who wants tags and ends soon after the last. A tag that was
 * heard of and not written since still counts as held to the phone; after writing it has to be found anew, as the
 * plugin reads each tag once.
 */
export function createNfcSession(plugin: NfcPlugin, { system, sheetText }: NfcSystem) {
  let running: Promise<NfcDone> | undefined;
  let users = 0;
  let here: NfcTag | undefined;
  let wasWritten = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Without the entitlement for tags, iOS still reads messages; UIDs are then not told.
  let sessionType: NonNullable<StartScanningOptions["iosSessionType"]> = "tag";

  const begin = async (): Promise<NfcDone> => {
    for (let tries = 1; ; tries += 1) {
      try {
        await plugin.startScanning({
          iosSessionType: sessionType,
          iosPollingOptions: ["iso14443", "iso15693"],
          invalidateAfterFirstRead: false,
          alertMessage: sheetText,
        });
        return { ok: true };
      } catch (error) {
        if (system === "ios" && isBusy(error) && tries < mostTries) {
          await new Promise((resolve) => setTimeout(resolve, busyMs));
        } else if (system === "ios" && sessionType === "tag" && !isBusy(error)) {
          sessionType = "ndef";
        } else {
          sessionType = "tag";
          return { ok: false, problem: toNativeProblem(error) };
        }
      }
    }
  };

  const renew = () => {
    const before = running;
    here = undefined;
    wasWritten = false;
    running = (async () => {
      await before;
      // iOS replaces a session by itself; Android finds a tag that still lies there only in a new one.
      if (before && system === "android") await plugin.stopScanning();
      return begin();
    })();
  };

  const close = () => {
    running = undefined;
    here = undefined;
    plugin.stopScanning().catch(() => undefined);
  };

  return {
    /** The tag that is held to the phone, as it was read; undefined when there is none, or it was written since. */
    get tag() {
      return wasWritten ? undefined : here;
    },
    /** Joins the session that runs, or begins one. Each join, failed ones too, wants one `leave`. */
    async join(): Promise<NfcDone> {
      clearTimeout(timer);
      users += 1;
      if (!running || wasWritten) renew();
      const mine = running;
      const done = (await mine) ?? { ok: true };
      if (!done.ok && running === mine) running = undefined;
      return done;
    },
    leave() {
      users -= 1;
      if (users > 0) return;
      clearTimeout(timer);
      timer = setTimeout(close, lingerMs);
    },
    heard(tag: NfcTag) {
      here = tag;
      wasWritten = false;
      if (system === "android") return;
      // An iPhone tells of one tag in each session; who still listens then wants the next one.
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (users > 0 && here === tag) renew();
        else if (users === 0) close();
      }, lingerMs);
    },
    written() {
      clearTimeout(timer);
      wasWritten = true;
    },
    /** The system ended it. */
    ended() {
      running = undefined;
      here = undefined;
    },
  };
}
