import { registerPlugin } from "@capacitor/core";
import type { Voice } from "../../src/platform/voice.ts";

/** The plugin in ios/VoicePlugin.swift and android/VoicePlugin.java. */
export type VoicePlugin = {
  speak(utterance: { text: string; language: string }): Promise<void>;
};

/** The voice of the system, because Android's web views have none. */
export const voice: Voice | undefined = createVoice(registerPlugin<VoicePlugin>("Voice"));

/** Adapts the plugin to the interface of the app. */
export function createVoice(plugin: VoicePlugin): Voice {
  return {
    speak(text, language) {
      // A phone may have no voice. The screen shows the decision, too.
      plugin.speak({ text, language }).catch(() => undefined);
    },
  };
}
