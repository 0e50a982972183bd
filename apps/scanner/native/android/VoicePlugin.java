package org.scanhook.shell;

import android.speech.tts.TextToSpeech;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import java.util.Locale;

/**
 * Reads a text aloud with the voice of the system, because web views have none. It is called from
 * src/voice.ts.
 */
@CapacitorPlugin(name = "Voice")
public class VoicePlugin extends Plugin {

    private TextToSpeech voice;

    /** Interrupts the text that is being read. Rejects if the phone has no voice. */
    @PluginMethod
    public void speak(PluginCall call) {
        getActivity().runOnUiThread(() -> {
            if (voice != null) {
                say(call);
                return;
            }
            voice = new TextToSpeech(getContext(), status -> getActivity().runOnUiThread(() -> {
                if (status == TextToSpeech.SUCCESS && voice != null) {
                    say(call);
                } else {
                    close();
                    call.reject("The phone has no voice.");
                }
            }));
        });
    }

    private void say(PluginCall call) {
        voice.setLanguage(Locale.forLanguageTag(call.getString("language", "en")));
        String text = call.getString("text", "");
        if (voice.speak(text, TextToSpeech.QUEUE_FLUSH, null, "scanhook") == TextToSpeech.SUCCESS) {
            call.resolve();
        } else {
            call.reject("The voice did not read the text.");
        }
    }

    @Override
    protected void handleOnDestroy() {
        close();
    }

    private void close() {
        if (voice != null) {
            voice.shutdown();
            voice = null;
        }
    }
}
