package org.scanhook.shell;

import android.content.ActivityNotFoundException;
import android.content.Intent;
import android.net.Uri;
import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;

/**
 * Opens a page in Chrome, which has WebXR as web views do not. It is called from
 * src/system-captures.ts.
 */
@CapacitorPlugin(name = "Chrome")
public class ChromePlugin extends Plugin {

    @PluginMethod
    public void open(PluginCall call) {
        // The package is named, because this app also opens links of hubs.
        Intent view = new Intent(Intent.ACTION_VIEW, Uri.parse(call.getString("address", "")))
            .addCategory(Intent.CATEGORY_BROWSABLE)
            .setPackage("com.android.chrome");
        boolean isOpened = true;
        try {
            getActivity().startActivity(view);
        } catch (ActivityNotFoundException error) {
            isOpened = false;
        }
        call.resolve(new JSObject().put("isOpened", isOpened));
    }
}
