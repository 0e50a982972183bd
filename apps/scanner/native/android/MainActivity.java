package org.scanhook.shell;

import android.content.Intent;
import android.net.Uri;
import android.nfc.NfcAdapter;
import android.os.Bundle;
import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {

    @Override
    protected void onCreate(Bundle savedInstanceState) {
        // Android starts a closed app again with the intent of then; what it asked for was done then.
        if (savedInstanceState != null) {
            setIntent(new Intent(Intent.ACTION_MAIN));
        }
        registerPlugin(FileSheetPlugin.class);
        registerPlugin(LastScansPlugin.class);
        super.onCreate(savedInstanceState);
    }

    /** Capacitor calls it with the intent that started the app, too. */
    @Override
    protected void onNewIntent(Intent intent) {
        super.onNewIntent(toLink(intent));
    }

    /** Capacitor hands on only what is to be viewed, so a tag that opened the app becomes that. */
    private static Intent toLink(Intent intent) {
        boolean isOld = (intent.getFlags() & Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY) != 0;
        if (isOld) {
            return new Intent(Intent.ACTION_MAIN);
        }
        if (!NfcAdapter.ACTION_NDEF_DISCOVERED.equals(intent.getAction())) {
            return intent;
        }
        Uri written = intent.getData();
        // A tag with data instead of a link is read as it lies there.
        Uri link = written != null ? written : Uri.parse("scanhook://scan-nfc");
        return new Intent(Intent.ACTION_VIEW, link);
    }
}
