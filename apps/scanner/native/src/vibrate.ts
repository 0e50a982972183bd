import { Haptics, type HapticsPlugin, ImpactStyle, NotificationType } from "@capacitor/haptics";
import type { Cue } from "../../src/scanning/outcome-cue.ts";

export const vibrate = createVibrate(Haptics);

/** Cues as the system's own taps, which a person who uses other apps knows already. */
export function createVibrate(
  haptics: Pick<HapticsPlugin, "notification" | "impact">,
): (pattern: number[], cue: Cue) => void {
  return (_pattern, cue) => {
    const felt =
      cue === "kept"
        ? haptics.impact({ style: ImpactStyle.Light })
        : haptics.notification({ type: types[cue] });
    felt.catch(() => undefined);
  };
}

const types: Record<Exclude<Cue, "kept">, NotificationType> = {
  sent: NotificationType.Success,
  warned: NotificationType.Warning,
  failed: NotificationType.Error,
};
