import type { NfcTag } from "@capgo/capacitor-nfc";
import type { NfcResult, NfcTransport, TagListener } from "../../src/readers/nfc/transport.ts";
import { toNativeProblem } from "./native-problem.ts";
import { toDetectedTag, toPluginRecords } from "./native-records.ts";
import { createNfcSession, type NfcPlugin, type NfcSystem } from "./nfc-session.ts";
import { lockTag, lockTimeoutMs } from "./tag-lock.ts";

const cancelled: NfcResult = { ok: false, problem: { kind: "cancelled" } };

/**
 * Creates an NFC transport of the phone's system. It also reads UIDs, and works on iPhones, on
 * which no browser has NFC.
 */
export function createNativeNfc(plugin: NfcPlugin, phone: NfcSystem): NfcTransport {
  const session = createNfcSession(plugin, phone);
  const listeners = new Map<TagListener, () => void>();
  const jobs = new Set<{ run: () => void; cancel: () => void }>();
  let hasChip = true;

  // The listeners are added when the app starts, because Capacitor delivers earlier events to the
  // first listener.
  const prepared = Promise.all([
    plugin.addListener("nfcEvent", ({ tag }) => {
      session.setTag(tag);
      // Listeners are called first, because a writer has to know the tag before it is written.
      for (const listener of [...listeners.keys()]) notify(listener);
      for (const job of [...jobs]) job.run();
    }),
    plugin.addListener("nfcSessionEnd", () => {
      session.setEnded();
      for (const [listener, stop] of [...listeners]) {
        stop();
        listener.onEnd?.();
      }
      for (const job of [...jobs]) job.cancel();
    }),
    plugin.getStatus().then(({ status }) => {
      hasChip = status !== "NO_NFC";
    }),
  ]).catch(() => {
    // Without the plugin, each call of the transport reports the problem.
  });

  const notify = (listener: TagListener) => {
    if (!session.tag) return;
    const tag = toDetectedTag(session.tag);
    if (tag) listener.onTag(tag);
    else listener.onUnreadable();
  };

  /**
   * Runs `work` on the tag that is held to the phone, or on the next one. Returns `cancelled` if
   * the signal is aborted or the session ends before.
   */
  const runOnTag = async (
    signal: AbortSignal,
    work: (tag: NfcTag | undefined) => Promise<void>,
  ): Promise<NfcResult> => {
    if (signal.aborted) return cancelled;
    const joinResult = await session.join();
    if (!joinResult.ok || signal.aborted) {
      session.leave();
      return joinResult.ok ? cancelled : joinResult;
    }
    const { promise, resolve } = Promise.withResolvers<NfcResult>();
    const job = {
      run() {
        jobs.delete(job);
        const { tag } = session;
        session.setWritten();
        work(tag).then(
          () => resolve({ ok: true }),
          (error) => resolve({ ok: false, problem: toNativeProblem(error) }),
        );
      },
      cancel() {
        jobs.delete(job);
        resolve(cancelled);
      },
    };
    signal.addEventListener("abort", job.cancel);
    if (session.tag) job.run();
    else jobs.add(job);
    const result = await promise;
    signal.removeEventListener("abort", job.cancel);
    session.leave();
    return result;
  };

  return {
    coversPage: phone.system === "ios",
    findObstacle: () => (hasChip ? undefined : { kind: "no-adapter" }),
    async queryPermission() {
      await prepared;
      // Neither system asks for permission. An iPhone covers the page while it reads, so it must
      // not start without a tap.
      return phone.system === "ios" ? "ask" : "granted";
    },
    mayStart: () => true,
    onPermissionChange(changed) {
      if (phone.system === "ios") return () => undefined;
      const handle = plugin.addListener("nfcStateChange", ({ enabled }) => enabled && changed());
      return () => void handle.then(({ remove }) => remove());
    },
    async listen(signal, listener) {
      await prepared;
      if (signal.aborted) return cancelled;
      const joinResult = await session.join();
      if (!joinResult.ok || signal.aborted) {
        session.leave();
        return joinResult.ok ? cancelled : joinResult;
      }
      const stop = () => {
        signal.removeEventListener("abort", stop);
        if (listeners.delete(listener)) session.leave();
      };
      listeners.set(listener, stop);
      signal.addEventListener("abort", stop);
      queueMicrotask(() => listeners.has(listener) && notify(listener));
      return { ok: true };
    },
    write: (signal, records) =>
      runOnTag(signal, () =>
        plugin.write({ records: toPluginRecords(records), allowFormat: true }),
      ),
    lockTimeoutMs: phone.tagLock && lockTimeoutMs,
    lock: (signal) =>
      runOnTag(signal, async (tag) => {
        if (!phone.tagLock) return plugin.makeReadOnly();
        // A phone has one reader, which the lock takes over.
        await plugin.stopScanning();
        return lockTag(phone.tagLock, tag, signal);
      }),
  };
}
