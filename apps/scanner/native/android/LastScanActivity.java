package org.scanhook.shell;

import android.app.Activity;
import android.content.ClipData;
import android.content.ClipboardManager;
import android.content.Context;
import android.os.Bundle;
import android.widget.Toast;

/**
 * "Get Last …" of the launcher: copies what was scanned last, and shows nothing of the app. Only the app's own shortcuts
 * start it, so that no other app reads what was scanned.
 */
public class LastScanActivity extends Activity {

    @Override
    protected void onCreate(Bundle savedInstanceState) {
        super.onCreate(savedInstanceState);
        String source = getIntent().getStringExtra("source");
        String content = LastScansPlugin.store(this).getString("nfc".equals(source) ? "nfc" : "code", "");
        if (content.isEmpty()) {
            say("Nothing was scanned yet. Scan something first.");
        } else {
            ClipboardManager clipboard = (ClipboardManager) getSystemService(Context.CLIPBOARD_SERVICE);
            clipboard.setPrimaryClip(ClipData.newPlainText("Scanhook", content));
            say("Copied.");
        }
        finish();
    }

    private void say(String sentence) {
        Toast.makeText(getApplicationContext(), sentence, Toast.LENGTH_SHORT).show();
    }
}
