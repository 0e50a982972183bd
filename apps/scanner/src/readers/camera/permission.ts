/** Whether the camera may be opened without asking: `ask` means that a person should tap first. */
export type Permission = "granted" | "ask" | "denied";

const rememberedKey = "scanhook.camera-allowed";

/**
 * What the browser says; where it does not say, or asks anew each time (Safari), an earlier yes counts, so that who
 * has once allowed the camera gets it without a tap.
 */
export async function cameraPermission(): Promise<Permission> {
  const state = (await permissionStatus())?.state;
  if (state === "granted" || state === "denied") return state;
  return remembered() ? "granted" : "ask";
}

/** Calls back when the person changes the permission in the browser's settings. */
export async function onPermissionChange(changed: () => void): Promise<() => void> {
  const status = await permissionStatus();
  status?.addEventListener("change", changed);
  return () => status?.removeEventListener("change", changed);
}

export function rememberPermission(allowed: boolean): void {
  try {
    if (allowed) localStorage.setItem(rememberedKey, "yes");
    else localStorage.removeItem(rememberedKey);
  } catch {
    // Storage is forbidden: the person taps once more next time.
  }
}

function permissionStatus(): Promise<PermissionStatus | undefined> | undefined {
  return navigator.permissions?.query({ name: "camera" as PermissionName }).catch(() => undefined);
}

function remembered(): boolean {
  try {
    return localStorage.getItem(rememberedKey) === "yes";
  } catch {
    return false;
  }
}
