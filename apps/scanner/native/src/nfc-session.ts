import type { CapacitorNfcPlugin, NfcTag, StartScanningOptions } from "@capgo/capacitor-nfc";
import type { NfcResult } from "../../src/readers/nfc/transport.ts";
import { felicaSystemCodes } from "./felica-systems.ts";
import {
  busyRetryMs,
  isBusyError,
  lacksEntitlement,
  maxAttempts,
  toNativeProblem,
} from "./native-problem.ts";
import type { TagLock } from "./tag-lock.ts";

export type NfcPlugin = Pick<
  CapacitorNfcPlugin,
  "startScanning" | "stopScanning" | "write" | "makeReadOnly" | "getStatus" | "addListener"
>;

export type NfcSystem = {
  system: "ios" | "android";
  sheetText(): string;
  /** How tags are locked, if the NFC plugin cannot. */
  tagLock?: TagLock | undefined;
};

/**
 * The time for which a session outlives its last user, so that a tag can be read and then written
 * without being moved.
 */
const lingerMs = 400;
/** iOS ends a session that polls for FeliCa without a declared system code. */
const pollingOptions: NonNullable<StartScanningOptions["iosPollingOptions"]> =
  felicaSystemCodes.length > 0 ? ["iso14443", "iso15693", "iso18092"] : ["iso14443", "iso15693"];

/**
 * Creates the session of the phone's only reader, which its users share. It starts with the first
 * `join` and ends soon after the last `leave`. A detected tag counts as held to the phone until it
 * is written. Then it has to be detected again, because the plugin reads each tag once.
 */
export function createNfcSession(plugin: NfcPlugin, { system, sheetText }: NfcSystem) {
  let running: Promise<NfcResult> | undefined;
  let userCount = 0;
  let heldTag: NfcTag | undefined;
  let wasWritten = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // An app that was signed without the entitlement for tags still reads messages in an `ndef`
  // session, but no UIDs.
  let sessionType: NonNullable<StartScanningOptions["iosSessionType"]> = "tag";

  const startScanning = async (): Promise<NfcResult> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await plugin.startScanning({
          iosSessionType: sessionType,
          iosPollingOptions: pollingOptions,
          invalidateAfterFirstRead: false,
          alertMessage: sheetText(),
        });
        return { ok: true };
      } catch (error) {
        if (system === "ios" && isBusyError(error) && attempt < maxAttempts) {
          await new Promise((resolve) => setTimeout(resolve, busyRetryMs));
        } else if (system === "ios" && sessionType === "tag" && lacksEntitlement(error)) {
          sessionType = "ndef";
        } else {
          sessionType = "tag";
          return { ok: false, problem: toNativeProblem(error) };
        }
      }
    }
  };

  const startSession = () => {
    const previous = running;
    heldTag = undefined;
    wasWritten = false;
    running = (async () => {
      await previous;
      // iOS replaces the session. On Android it has to be stopped, because only a new session
      // detects a tag that is still held.
      if (previous && system === "android") await plugin.stopScanning();
      return startScanning();
    })();
  };

  const endSession = () => {
    running = undefined;
    heldTag = undefined;
    plugin.stopScanning().catch(() => {
      // If stopping fails, the next start reports the problem.
    });
  };

  return {
    /**
     * The tag that is held to the phone, as it was read; undefined if there is none, or if it was
     * written after it was read.
     */
    get tag() {
      return wasWritten ? undefined : heldTag;
    },
    /** Joins the running session or starts one. Each `join` needs a `leave`, even a failed one. */
    async join(): Promise<NfcResult> {
      clearTimeout(timer);
      userCount += 1;
      if (!running || wasWritten) startSession();
      const joinedSession = running;
      const result = (await joinedSession) ?? { ok: true };
      if (!result.ok && running === joinedSession) running = undefined;
      return result;
    },
    leave() {
      userCount -= 1;
      if (userCount > 0) return;
      clearTimeout(timer);
      timer = setTimeout(endSession, lingerMs);
    },
    /** Call it when a tag is detected. */
    setTag(tag: NfcTag) {
      heldTag = tag;
      wasWritten = false;
      if (system === "android") return;
      // An iPhone detects one tag per session, so the remaining users need a new session for the
      // next tag.
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (userCount > 0 && heldTag === tag) startSession();
        else if (userCount === 0) endSession();
      }, lingerMs);
    },
    /** Call it before a command that changes the tag is sent. */
    setWritten() {
      clearTimeout(timer);
      wasWritten = true;
    },
    /** Call it when the system has ended the session. */
    setEnded() {
      running = undefined;
      heldTag = undefined;
    },
  };
}
