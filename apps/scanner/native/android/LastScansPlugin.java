package org.scanhook.shell;

import android.content.Context;
import android.content.SharedPreferences;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;

/** Stores the last scans. It is called from src/last-scans.ts. */
@CapacitorPlugin(name = "LastScans")
public class LastScansPlugin extends Plugin {

    static SharedPreferences store(Context context) {
        return context.getSharedPreferences("last-scans", Context.MODE_PRIVATE);
    }

    @PluginMethod
    public void keep(PluginCall call) {
        store(getContext())
            .edit()
            // A content that is missing removes the stored one.
            .putString("nfc", call.getString("nfc"))
            .putString("code", call.getString("code"))
            .apply();
        call.resolve();
    }
}
