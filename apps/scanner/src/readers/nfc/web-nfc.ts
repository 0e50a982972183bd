import { type NfcProblem, toNfcProblem } from "./problem.ts";
import type { NfcResult, NfcTransport } from "./transport.ts";
import type { WebNfcReader, WebNfcReadingEvent } from "./web-nfc-types.ts";
import { toNdefRecord, toWebRecord } from "./web-records.ts";

/** The parts of the browser that Web NFC needs. Tests replace them. */
export type WebNfcPlatform = {
  isSecureContext: boolean;
  NDEFReader?: new () => WebNfcReader;
  navigator: {
    permissions?: { query(descriptor: { name: "nfc" }): Promise<Permission> };
    userActivation?: { readonly isActive: boolean };
  };
};

type Permission = EventTarget & { readonly state: string };

/** Creates the transport for Web NFC, which Chrome on Android has. */
export function createWebNfc(
  platform: WebNfcPlatform = globalThis as unknown as WebNfcPlatform,
): NfcTransport {
  const queryStatus = async () => {
    try {
      return await platform.navigator.permissions?.query({ name: "nfc" });
    } catch {
      // The browser does not know this permission.
      return undefined;
    }
  };

  const findObstacle = (): NfcProblem | undefined => {
    if (!platform.isSecureContext) return { kind: "insecure" };
    return platform.NDEFReader ? undefined : { kind: "unsupported" };
  };

  /**
   * Runs `operation` with a new reader, so that a tag which is still in the field is read or
   * written again.
   */
  const attempt = async (
    signal: AbortSignal,
    operation: (reader: WebNfcReader) => Promise<void>,
  ): Promise<NfcResult> => {
    const problem = findObstacle();
    if (problem) return { ok: false, problem };
    try {
      await operation(new platform.NDEFReader!());
      return { ok: true };
    } catch (error) {
      // An abort may carry any reason, so the error does not show whether it was an abort.
      return { ok: false, problem: signal.aborted ? { kind: "cancelled" } : await classify(error) };
    }
  };

  const classify = async (error: unknown): Promise<NfcProblem> => {
    const problem = toNfcProblem(error);
    if (problem.kind !== "denied") return problem;
    // The browser's question was closed, or not asked because there was no tap. It can be asked
    // again.
    return (await queryStatus())?.state === "prompt" ? { kind: "dismissed" } : problem;
  };

  return {
    coversPage: false,
    findObstacle,
    async queryPermission() {
      const state = (await queryStatus())?.state;
      return state === "granted" || state === "denied" ? state : "ask";
    },
    mayStart: () => platform.navigator.userActivation?.isActive === true,
    onPermissionChange(changed) {
      let status: Permission | undefined;
      let stopped = false;
      void queryStatus().then((permissionStatus) => {
        if (stopped) return;
        status = permissionStatus;
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
        const webRecords = records.map(toWebRecord);
        const message = { records: webRecords.length > 0 ? webRecords : [{ recordType: "empty" }] };
        return reader.write(message, { signal, overwrite: true });
      });
    },
    lock(signal) {
      return attempt(signal, (reader) => reader.makeReadOnly({ signal }));
    },
  };
}
