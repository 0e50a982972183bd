package org.scanhook.shell;

import android.app.Activity;
import android.content.ClipData;
import android.content.ClipboardManager;
import android.content.Context;
import android.os.Bundle;
import android.widget.Toast;

/**
 * Copies the last scan for the shortcuts "Get Last …" without showing the app. Only the app's own
 * shortcuts can start it, so no other app can read scans.
 */
public class LastScanActivity extends Activity {

    @Override
    protected void onCreate(Bundle savedInstanceState) {
        super.onCreate(savedInstanceState);
        String source = getIntent().getStringExtra("source");
        String content = LastScansPlugin.store(this).getString("nfc".equals(source) ? "nfc" : "code", null);
        if (content == null) {
            show("copied_nothing");
        } else {
            ClipboardManager clipboard = (ClipboardManager) getSystemService(Context.CLIPBOARD_SERVICE);
            clipboard.setPrimaryClip(ClipData.newPlainText("Scanhook", content));
            show(content.isEmpty() ? "copied_empty" : "copied_done");
        }
        finish();
    }

    /** Shows the text with this name in res/values, which is in the language of the phone. */
    private void show(String name) {
        int text = getResources().getIdentifier(name, "string", getPackageName());
        Toast.makeText(getApplicationContext(), getString(text), Toast.LENGTH_SHORT).show();
    }
}
