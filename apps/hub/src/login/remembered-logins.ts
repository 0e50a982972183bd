import { createHmac, timingSafeEqual } from "node:crypto";
import { readFileIfExists, writeFileAtomically } from "../files/atomic-file.ts";
import type { Store } from "../store/store.ts";

/** The user of an inbox with the hash of the current password. */
export type Credential = { user: string; passwordHash: string };

/**
 * Remembers correct passwords across a restart, so that many phones can log in at once without the
 * slow check. Its methods never reject: without its file or key, nothing is remembered.
 */
export type RememberedLogins = {
  /** Returns whether this password is remembered as right for this credential. */
  matches(inbox: string, credential: Credential, password: string): Promise<boolean>;
  remember(inbox: string, credential: Credential, password: string): Promise<void>;
  /** Writes the logins that are not written yet. */
  close(): Promise<void>;
};

/**
 * The delay before a write, so that one write is enough for many phones that log in one after the
 * other.
 */
const writeDelayMs = 500;

/**
 * Opens the file of remembered logins. For each credential, it holds a digest of inbox, user,
 * password and password hash, keyed with a key that is kept elsewhere. The digest of a changed or
 * removed password matches nothing, and is removed with the next write. `onProblem` is called once
 * if the file cannot be written.
 */
export function openRememberedLogins(parts: {
  path: string;
  getKey: () => Promise<Buffer | undefined>;
  store: Pick<Store, "inboxes" | "inbox">;
  onProblem: (error: unknown) => void;
}): RememberedLogins {
  const { path, getKey, store, onProblem } = parts;
  let opening: Promise<OpenedFile | undefined> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let hasReported = false;

  async function open(): Promise<OpenedFile | undefined> {
    const key = await getKey();
    if (!key) return undefined;
    const text = await readFileIfExists(path).catch(() => undefined);
    return { key, digests: parseDigests(text) };
  }

  function getOpened(): Promise<OpenedFile | undefined> {
    opening ??= open();
    return opening;
  }

  async function write(): Promise<void> {
    timer = undefined;
    const opened = await opening;
    if (!opened) return;
    try {
      const valid = await listSlots(opened.key, store);
      for (const slot of opened.digests.keys()) if (!valid.has(slot)) opened.digests.delete(slot);
      const text = `${JSON.stringify(Object.fromEntries(opened.digests), undefined, 1)}\n`;
      await writeFileAtomically(path, text, { mode: 0o600 });
      hasReported = false;
    } catch (error) {
      if (!hasReported) onProblem(error);
      hasReported = true;
    }
  }

  return {
    async matches(inbox, credential, password) {
      const opened = await getOpened();
      const digest = opened?.digests.get(toSlot(opened.key, inbox, credential));
      if (!opened || digest === undefined) return false;
      return timingSafeEqual(digestBytes(opened.key, inbox, credential, password), toBytes(digest));
    },
    async remember(inbox, credential, password) {
      const opened = await getOpened();
      if (!opened) return;
      const slot = toSlot(opened.key, inbox, credential);
      const digest = digestBytes(opened.key, inbox, credential, password).toString("base64url");
      if (opened.digests.get(slot) === digest) return;
      opened.digests.set(slot, digest);
      timer ??= setTimeout(() => {
        writing = write();
      }, writeDelayMs).unref();
    },
    async close() {
      if (timer) {
        clearTimeout(timer);
        writing = writing.then(write);
      }
      await writing;
    },
  };
}

type OpenedFile = { key: Buffer; digests: Map<string, string> };

/** Parses the file. A damaged file counts as empty, because every password can be checked again. */
function parseDigests(text: string | undefined): Map<string, string> {
  try {
    const parsed: unknown = JSON.parse(text ?? "{}");
    const entries = Object.entries(parsed as object);
    return new Map(entries.filter(([, digest]) => /^[\w-]{43}$/.test(String(digest))));
  } catch {
    return new Map();
  }
}

/** Returns the slots of all current credentials. */
async function listSlots(
  key: Buffer,
  store: Pick<Store, "inboxes" | "inbox">,
): Promise<Set<string>> {
  const slots = new Set<string>();
  for (const { name } of await store.inboxes()) {
    for (const credential of (await store.inbox(name))?.credentials ?? [])
      slots.add(toSlot(key, name, credential));
  }
  return slots;
}

/**
 * Returns the slot of a credential, which is its name in the file. The slot changes with the
 * password, and reveals neither inbox nor user.
 */
function toSlot(key: Buffer, inbox: string, { user, passwordHash }: Credential): string {
  const text = JSON.stringify(["slot", inbox, user, passwordHash]);
  return createHmac("sha256", key).update(text).digest("base64url");
}

function digestBytes(
  key: Buffer,
  inbox: string,
  { user, passwordHash }: Credential,
  password: string,
): Buffer {
  const text = JSON.stringify(["login", inbox, user, passwordHash, password.normalize("NFC")]);
  return createHmac("sha256", key).update(text).digest();
}

function toBytes(digest: string): Buffer {
  return Buffer.from(digest, "base64url");
}
