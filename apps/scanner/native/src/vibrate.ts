import { Haptics, type HapticsPlugin, ImpactStyle, NotificationType } from "@capacitor/haptics";
import type { Cue } from "../../src/outcome/cue.ts";

export const vibrate = createVibrate(Haptics);

/**
 * Returns a function that plays a cue as haptic feedback of the system, which people know from
 * other apps.
 */
export function createVibrate(
  haptics: Pick<HapticsPlugin, "notification" | "impact" | "vibrate">,
): (pattern: number[], cue: Cue) => void {
  return (_pattern, cue) => {
    // Not every phone has haptics.
    play(haptics, cue).catch(() => undefined);
  };
}

function play(
  haptics: Pick<HapticsPlugin, "notification" | "impact" | "vibrate">,
  cue: Cue,
): Promise<void> {
  if (cue === "kept") return haptics.impact({ style: ImpactStyle.Light });
  // These are long, so that they differ from the patterns of verdicts.
  if (cue === "unchecked") return haptics.vibrate({ duration: 900 });
  if (cue === "ask") return haptics.vibrate({ duration: 350 });
  return haptics.notification({ type: notificationTypes[cue] });
}

const notificationTypes: Record<Exclude<Cue, "kept" | "ask" | "unchecked">, NotificationType> = {
  sent: NotificationType.Success,
  warned: NotificationType.Warning,
  failed: NotificationType.Error,
  yes: NotificationType.Success,
  look: NotificationType.Warning,
  no: NotificationType.Error,
};
