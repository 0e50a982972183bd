import { connectWorker } from "../../workers/connection.ts";
import { startWorker } from "../../workers/start-worker.ts";
import { createMemoryStore, type FileStore } from "./file-store.ts";
import address from "./store.worker.ts?worker&url";
import type { StoreDemand, StoreRequest, StoreResponse } from "./store-messages.ts";

/**
 * Opens the private files of this page in a folder such as `documents`. Where the browser refuses
 * them, as in some private windows, memory takes their place. Rejects if the worker that writes
 * them cannot be loaded, because the files may be there all the same.
 */
export async function openFileStore(root: string): Promise<FileStore> {
  const connection = connectWorker<StoreRequest, StoreResponse>(() => startWorker(address));
  const ask = async (demand: StoreDemand, transfer: Transferable[] = []) =>
    connection
      .request({ root, ...demand }, transfer)
      .catch(
        (error: unknown): StoreResponse => ({ ok: false, reason: "failed", detail: String(error) }),
      );
  const first = await connection.request({ root, do: "open" }).catch((error: unknown) => {
    connection.stop();
    throw error;
  });
  if (!first.ok) {
    connection.stop();
    return createMemoryStore();
  }
  const demand = async (wish: StoreDemand) => {
    const response = await ask(wish);
    if (!response.ok) throw new Error(response.detail);
    return response;
  };
  return {
    lasts: true,
    folders: async () => (await demand({ do: "list" })).names ?? [],
    names: async (folder) => (await demand({ do: "names", folder })).names ?? [],
    async read(folder, name) {
      const { bytes } = await demand({ do: "read", folder, name });
      return bytes && new Blob([bytes]);
    },
    async hasSpaceFor(bytes) {
      const { quota, usage } = (await navigator.storage.estimate?.()) ?? {};
      return quota === undefined || usage === undefined || usage + bytes <= quota;
    },
    async write(folder, name, file) {
      const bytes = await file.arrayBuffer();
      const response = await ask({ do: "write", folder, name, bytes }, [bytes]);
      return response.ok ? { ok: true } : { ok: false, reason: response.reason };
    },
    async remove(folder, name) {
      await demand({ do: "remove", folder, name });
    },
  };
}
