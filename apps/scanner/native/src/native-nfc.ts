import type { Listener, NfcDone, NfcTransport } from "../../src/readers/nfc/transport.ts";
import { toNativeProblem } from "./native-problem.ts";
import { toPluginRecords, toSeenTag } from "./native-records.ts";
import { createNfcSession, type NfcPlugin, type NfcSystem } from "./nfc-session.ts";

const cancelled: NfcDone = { ok: false, problem: { kind: "cancelled" } };

/** NFC through the phone's system: with UIDs, and on iPhones, where no browser has it. */
export function createNativeNfc(plugin: NfcPlugin, phone: NfcSystem): NfcTransport {
  const session = createNfcSession(plugin, phone);
  const listeners = new Map<Listener, () => void>();
  const jobs = new Set<{ serve: () => void; cancel: () => void }>();
  let hasChip = true;

  // Called once, when the app starts: what no one listens to, Capacitor would keep for later.
  const prepared = Promise.all([
    plugin.addListener("nfcEvent", ({ tag }) => {
      session.heard(tag);
      // In this order, because who writes hears first which tag it is.
      for (const listener of [...listeners.keys()]) tell(listener);
      for (const job of [...jobs]) job.serve();
    }),
    plugin.addListener("nfcSessionEnd", () => {
      session.ended();
      for (const [listener, stop] of [...listeners]) {
        stop();
        listener.onEnd?.();
      }
      for (const job of [...jobs]) job.cancel();
    }),
    plugin.getStatus().then(({ status }) => {
      hasChip = status !== "NO_NFC";
    }),
  ]).catch(() => undefined);

  const tell = (listener: Listener) => {
    if (!session.tag) return;
    const tag = toSeenTag(session.tag);
    if (tag) listener.onTag(tag);
    else listener.onUnreadable();
  };

  /** Does `work` with the tag that is here, or else with the next one. */
  const onTag = async (signal: AbortSignal, work: () => Promise<void>): Promise<NfcDone> => {
    if (signal.aborted) return cancelled;
    const began = await session.join();
    if (!began.ok || signal.aborted) {
      session.leave();
      return began.ok ? cancelled : began;
    }
    const { promise, resolve } = Promise.withResolvers<NfcDone>();
    const job = {
      serve() {
        jobs.delete(job);
        session.written();
        work().then(
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
    if (session.tag) job.serve();
    else jobs.add(job);
    const done = await promise;
    signal.removeEventListener("abort", job.cancel);
    session.leave();
    return done;
  };

  return {
    coversPage: phone.system === "ios",
    missing: () => (hasChip ? undefined : { kind: "no-adapter" }),
    async permission() {
      await prepared;
      // Neither system asks; but an iPhone covers the page while it reads, so a person begins it.
      return phone.system === "ios" ? "ask" : "granted";
    },
    mayStart: () => true,
    followPermission(changed) {
      if (phone.system === "ios") return () => undefined;
      const handle = plugin.addListener("nfcStateChange", ({ enabled }) => enabled && changed());
      return () => void handle.then(({ remove }) => remove());
    },
    async listen(signal, listener) {
      await prepared;
      if (signal.aborted) return cancelled;
      const began = await session.join();
      if (!began.ok || signal.aborted) {
        session.leave();
        return began.ok ? cancelled : began;
      }
      const stop = () => {
        signal.removeEventListener("abort", stop);
        if (listeners.delete(listener)) session.leave();
      };
      listeners.set(listener, stop);
      signal.addEventListener("abort", stop);
      queueMicrotask(() => listeners.has(listener) && tell(listener));
      return { ok: true };
    },
    write: (signal, records) =>
      onTag(signal, () => plugin.write({ records: toPluginRecords(records), allowFormat: true })),
    lock: (signal) => onTag(signal, () => plugin.makeReadOnly()),
  };
}
