package org.scanhook.shell;

import android.content.Context;
import android.content.Intent;
import android.content.pm.ShortcutInfo;
import android.content.pm.ShortcutManager;
import android.content.res.Resources;
import android.graphics.drawable.Icon;
import android.net.Uri;
import android.os.Build;
import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;

/** Puts shortcuts on the home screen. It is called from src/home-shortcuts.ts. */
@CapacitorPlugin(name = "HomeShortcuts")
public class HomeShortcutsPlugin extends Plugin {

    @PluginMethod
    public void isSupported(PluginCall call) {
        boolean isSupported = false;
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.O) {
            ShortcutManager manager = findManager();
            isSupported = manager != null && manager.isRequestPinShortcutSupported();
        }
        call.resolve(new JSObject().put("isSupported", isSupported));
    }

    /** Resolves once the launcher asks the person, and rejects if it does not. */
    @PluginMethod
    public void pin(PluginCall call) {
        boolean isAsked = false;
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.O) {
            ShortcutManager manager = findManager();
            isAsked = manager != null && manager.requestPinShortcut(describe(call), null);
        }
        if (isAsked) {
            call.resolve();
        } else {
            call.reject("The launcher takes no shortcuts.");
        }
    }

    private ShortcutManager findManager() {
        return getContext().getSystemService(ShortcutManager.class);
    }

    /**
     * The shortcut with all of its fields, because Android 10 and earlier know only the first five
     * of res/xml/shortcuts.xml by their id.
     */
    private ShortcutInfo describe(PluginCall call) {
        Context context = getContext();
        Resources resources = context.getResources();
        String id = call.getString("id", "");
        String icon = "action_" + call.getString("icon", "").replace('-', '_');
        String title = "action_" + id.replace('-', '_');
        String home = context.getPackageName();
        return new ShortcutInfo.Builder(context, id)
            .setShortLabel(context.getString(resources.getIdentifier(title, "string", home)))
            .setIcon(Icon.createWithResource(context, resources.getIdentifier(icon, "drawable", home)))
            .setIntent(toIntent(context, id, call.getString("link")))
            .build();
    }

    /** Returns the intent that res/xml/shortcuts.xml has, too. */
    private static Intent toIntent(Context context, String id, String link) {
        if (link == null) {
            return new Intent(context, LastScanActivity.class)
                .setAction(Intent.ACTION_VIEW)
                .putExtra("source", id.equals("last-nfc") ? "nfc" : "code");
        }
        return new Intent(Intent.ACTION_VIEW, Uri.parse(link), context, MainActivity.class);
    }
}
