import { Haptics, type HapticsPlugin, ImpactStyle, NotificationType } from "@capacitor/haptics";
import type { Cue } from "../../src/scanning/outcome-cue.ts";

export const vibrate = createVibrate(Haptics);

/** Returns a function that plays a cue as haptic feedback of the system, which people know from other apps. */
export function createVibrate(
  haptics: Pick<HapticsPlugin, "notification" | "impact">,
): (pattern: number[], cue: Cue) => void {
  return (_pattern, cue) => {
    const playback =
      cue === "kept"
        ? haptics.impact({ style: ImpactStyle.Light })
        : haptics.notification({ type: notificationTypes[cue] });
    // Not every phone has haptics.
    playback.catch(() => undefined);
  };
}

const notificationTypes: Record<Exclude<Cue, "kept">, NotificationType> = {
  sent: NotificationType.Success,
  warned: NotificationType.Warning,
  failed: NotificationType.Error,
};
