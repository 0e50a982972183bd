package org.scanhook.shell;

import android.content.Intent;
import android.net.Uri;
import android.nfc.NfcAdapter;
import android.os.Bundle;
import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {

    @Override
    protected void onCreate(Bundle savedInstanceState) {
        // Android restores a closed app with its old intent, which was already handled.
        if (savedInstanceState != null) {
            setIntent(new Intent(Intent.ACTION_MAIN));
        }
        registerPlugin(ChromePlugin.class);
        registerPlugin(FileSheetPlugin.class);
        registerPlugin(HomeShortcutsPlugin.class);
        registerPlugin(LastScansPlugin.class);
        registerPlugin(ShareTargetPlugin.class);
        registerPlugin(VoicePlugin.class);
        super.onCreate(savedInstanceState);
    }

    /** Capacitor also calls this with the intent that started the app. */
    @Override
    protected void onNewIntent(Intent intent) {
        super.onNewIntent(toLink(intent));
    }

    /**
     * Converts the intent of a tag to one that views a link, because Capacitor passes on only
     * those.
     */
    private static Intent toLink(Intent intent) {
        boolean isOld = (intent.getFlags() & Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY) != 0;
        if (isOld) {
            return new Intent(Intent.ACTION_MAIN);
        }
        if (!NfcAdapter.ACTION_NDEF_DISCOVERED.equals(intent.getAction())) {
            return intent;
        }
        Uri linkOnTag = intent.getData();
        // A tag with data instead of a link starts reading, which then reads the tag.
        Uri link = linkOnTag != null ? linkOnTag : Uri.parse("scanhook://scan-nfc");
        return new Intent(Intent.ACTION_VIEW, link);
    }
}
