import { type NfcProblem, toNfcProblem } from "./problem.ts";
import type { NfcDone, NfcTransport } from "./transport.ts";
import type { WebNfcReader, WebNfcReadingEvent } from "./web-nfc-types.ts";
import { toNdefRecord, toWebRecord } from "./web-records.ts";

/** The parts of the browser that are needed: given as an argument so that a test can stand in for them. */
export type WebNfcPlatform = {
  isSecureContext: boolean;
  NDEFReader?: new () => WebNfcReader;
  navigator: {
    permissions?: { query(what: { name: "nfc" }): Promise<Permission> };
    userActivation?: { readonly isActive: boolean };
  };
};

type Permission = EventTarget & { readonly state: string };

/** Web NFC, as Chrome on Android has it. */
export function createWebNfc(
  platform: WebNfcPlatform = globalThis as unknown as WebNfcPlatform,
): NfcTransport {
  const query = async () => {
    try {
      return await platform.navigator.permissions?.query({ name: "nfc" });
    } catch {
      // A browser that does not know this permission.
      return undefined;
    }
  };

  const missing = (): NfcProblem | undefined => {
    if (!platform.isSecureContext) return { kind: "insecure" };
    return platform.NDEFReader ? undefined : { kind: "unsupported" };
  };

  /** Runs `work` with a reader of its own, so that a tag which is still there is read or written anew. */
  const attempt = async (
    signal: AbortSignal,
    work: (reader: WebNfcReader) => Promise<void>,
  ): Promise<NfcDone> => {
    const problem = missing();
    if (problem) return { ok: false, problem };
    try {
      await work(new platform.NDEFReader!());
      return { ok: true };
    } catch (error) {
      // Whoever ends it may give any reason.
      return { ok: false, problem: signal.aborted ? { kind: "cancelled" } : await name(error) };
    }
  };

  const name = async (error: unknown): Promise<NfcProblem> => {
    const problem = toNfcProblem(error);
    if (problem.kind !== "denied") return problem;
    // The question was closed, or never asked because there was no tap: it can be asked again.
    return (await query())?.state === "prompt" ? { kind: "dismissed" } : problem;
  };

  return {
    coversPage: false,
    missing,
    async permission() {
      const state = (await query())?.state;
      return state === "granted" || state === "denied" ? state : "ask";
    },
    mayStart: () => platform.navigator.userActivation?.isActive === true,
    followPermission(changed) {
      let status: Permission | undefined;
      let stopped = false;
      void query().then((found) => {
        if (stopped) return;
        status = found;
        status?.addEventListener("change", changed);
      });
      return () => {
        stopped = true;
        status?.removeEventListener("change", changed);
      };
    },
    listen(signal, { onTag, onUnreadable }) {
      return attempt(signal, (reader) => {
        const options = { signal };
        reader.addEventListener(
          "reading",
          (event) => {
            const { serialNumber, message } = event as WebNfcReadingEvent;
            onTag({ uid: serialNumber, records: message.records.map(toNdefRecord) });
          },
          options,
        );
        reader.addEventListener("readingerror", onUnreadable, options);
        return reader.scan(options);
      });
    },
    write(signal, records) {
      return attempt(signal, (reader) => {
        const written = records.map(toWebRecord);
        const message = { records: written.length > 0 ? written : [{ recordType: "empty" }] };
        return reader.write(message, { signal, overwrite: true });
      });
    },
    lock(signal) {
      return attempt(signal, (reader) => reader.makeReadOnly({ signal }));
    },
  };
}
