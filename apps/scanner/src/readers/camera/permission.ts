/** Whether the camera may be opened without asking: `ask` means that a person should tap first. */
export type Permission = "granted" | "ask" | "denied";

const rememberedKey = "scanhook.camera-allowed";

/**
 * Returns the browser's permission for the camera. Where the browser does not report it or asks
 * each time (Safari), an earlier grant counts, so that the camera opens without a tap.
 */
export async function queryCameraPermission(): Promise<Permission> {
  const state = (await queryStatus())?.state;
  if (state === "granted" || state === "denied") return state;
  return wasGrantedBefore() ? "granted" : "ask";
}

/**
 * Calls `listener` when the person changes the permission in the browser's settings. Resolves with
 * a function that removes the listener.
 */
export async function onPermissionChange(listener: () => void): Promise<() => void> {
  const status = await queryStatus();
  status?.addEventListener("change", listener);
  return () => status?.removeEventListener("change", listener);
}

/** Remembers whether the camera was allowed, for browsers that do not report it. */
export function rememberPermission(allowed: boolean): void {
  try {
    if (allowed) localStorage.setItem(rememberedKey, "yes");
    else localStorage.removeItem(rememberedKey);
  } catch {
    // Storage is forbidden, so the person has to tap again next time.
  }
}

function queryStatus(): Promise<PermissionStatus | undefined> | undefined {
  return navigator.permissions?.query({ name: "camera" as PermissionName }).catch(() => undefined);
}

function wasGrantedBefore(): boolean {
  try {
    return localStorage.getItem(rememberedKey) === "yes";
  } catch {
    return false;
  }
}
