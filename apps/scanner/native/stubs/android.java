// The part of Android's and Capacitor's API that the sources in ../android use, for a check of
// types without the Android SDK. Signatures are those of developer.android.com/reference, in the
// page of the class with the same path, and of Capacitor's own sources in node_modules. Each part
// between two lines with a path becomes the file of that path.

// === android/app/Activity.java
package android.app;

public class Activity extends android.content.Context {
    protected void onCreate(android.os.Bundle savedInstanceState) {}
    protected void onNewIntent(android.content.Intent intent) {}
    public android.content.Intent getIntent() { return null; }
    public void setIntent(android.content.Intent newIntent) {}
    public void finish() {}
    public final void runOnUiThread(Runnable action) {}
}

// === android/content/ActivityNotFoundException.java
package android.content;

public class ActivityNotFoundException extends RuntimeException {}

// === android/content/ClipData.java
package android.content;

public class ClipData {
    public static ClipData newPlainText(CharSequence label, CharSequence text) { return null; }
}

// === android/content/ClipboardManager.java
package android.content;

public class ClipboardManager {
    public void setPrimaryClip(ClipData clip) {}
}

// === android/content/ContentResolver.java
package android.content;

public abstract class ContentResolver {
    public static final String SCHEME_CONTENT = "content";
    public final java.io.InputStream openInputStream(android.net.Uri uri)
        throws java.io.FileNotFoundException { return null; }
    public final String getType(android.net.Uri url) { return null; }
    public final android.database.Cursor query(android.net.Uri uri, String[] projection,
        String selection, String[] selectionArgs, String sortOrder) { return null; }
}

// === android/content/Context.java
package android.content;

public abstract class Context {
    public static final String CLIPBOARD_SERVICE = "clipboard";
    public static final int MODE_PRIVATE = 0;
    public Context getApplicationContext() { return null; }
    public java.io.File getCacheDir() { return null; }
    public ContentResolver getContentResolver() { return null; }
    public String getPackageName() { return null; }
    public android.content.res.Resources getResources() { return null; }
    public SharedPreferences getSharedPreferences(String name, int mode) { return null; }
    public final String getString(int resId) { return null; }
    public Object getSystemService(String name) { return null; }
    public final <T> T getSystemService(Class<T> serviceClass) { return null; }
    public void startActivity(Intent intent) {}
}

// === android/content/Intent.java
package android.content;

public class Intent {
    public static final String ACTION_MAIN = "android.intent.action.MAIN";
    public static final String ACTION_SEND = "android.intent.action.SEND";
    public static final String ACTION_SEND_MULTIPLE = "android.intent.action.SEND_MULTIPLE";
    public static final String ACTION_VIEW = "android.intent.action.VIEW";
    public static final String CATEGORY_BROWSABLE = "android.intent.category.BROWSABLE";
    public static final String EXTRA_STREAM = "android.intent.extra.STREAM";
    public static final String EXTRA_SUBJECT = "android.intent.extra.SUBJECT";
    public static final String EXTRA_TEXT = "android.intent.extra.TEXT";
    public static final int FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY = 0x00100000;
    public static final int FLAG_GRANT_READ_URI_PERMISSION = 0x00000001;
    public Intent(String action) {}
    public Intent(String action, android.net.Uri uri) {}
    public Intent(Context packageContext, Class<?> cls) {}
    public Intent(String action, android.net.Uri uri, Context packageContext, Class<?> cls) {}
    public static Intent createChooser(Intent target, CharSequence title) { return null; }
    public Intent addCategory(String category) { return this; }
    public Intent addFlags(int flags) { return this; }
    public String getAction() { return null; }
    public android.net.Uri getData() { return null; }
    public int getFlags() { return 0; }
    public CharSequence getCharSequenceExtra(String name) { return null; }
    public String getStringExtra(String name) { return null; }
    public <T extends android.os.Parcelable> T getParcelableExtra(String name) { return null; }
    public <T extends android.os.Parcelable> java.util.ArrayList<T> getParcelableArrayListExtra(
        String name) { return null; }
    public Intent putExtra(String name, android.os.Parcelable value) { return this; }
    public Intent putExtra(String name, String value) { return this; }
    public Intent putParcelableArrayListExtra(String name,
        java.util.ArrayList<? extends android.os.Parcelable> value) { return this; }
    public Intent setAction(String action) { return this; }
    public Intent setPackage(String packageName) { return this; }
    public Intent setType(String type) { return this; }
}

// === android/content/SharedPreferences.java
package android.content;

public interface SharedPreferences {
    Editor edit();
    String getString(String key, String defValue);
    interface Editor {
        Editor putString(String key, String value);
        void apply();
    }
}

// === android/content/pm/ShortcutInfo.java
package android.content.pm;

public final class ShortcutInfo {
    public static class Builder {
        public Builder(android.content.Context context, String id) {}
        public Builder setShortLabel(CharSequence shortLabel) { return this; }
        public Builder setIcon(android.graphics.drawable.Icon icon) { return this; }
        public Builder setIntent(android.content.Intent intent) { return this; }
        public ShortcutInfo build() { return null; }
    }
}

// === android/content/pm/ShortcutManager.java
package android.content.pm;

public class ShortcutManager {
    public boolean isRequestPinShortcutSupported() { return false; }
    public boolean requestPinShortcut(ShortcutInfo shortcut,
        android.content.IntentSender resultIntent) { return false; }
}

// === android/content/IntentSender.java
package android.content;

public class IntentSender {}

// === android/content/res/Resources.java
package android.content.res;

public class Resources {
    public int getIdentifier(String name, String defType, String defPackage) { return 0; }
}

// === android/database/Cursor.java
package android.database;

public interface Cursor extends java.io.Closeable {
    void close();
    String getString(int columnIndex);
    boolean moveToFirst();
}

// === android/graphics/drawable/Icon.java
package android.graphics.drawable;

public final class Icon {
    public static Icon createWithResource(android.content.Context context, int resId) { return null; }
}

// === android/net/Uri.java
package android.net;

public abstract class Uri implements android.os.Parcelable {
    public static Uri parse(String uriString) { return null; }
    public abstract String getAuthority();
    public abstract String getScheme();
}

// === android/nfc/NfcAdapter.java
package android.nfc;

public final class NfcAdapter {
    public static final String ACTION_NDEF_DISCOVERED = "android.nfc.action.NDEF_DISCOVERED";
}

// === android/os/Build.java
package android.os;

public class Build {
    public static class VERSION {
        public static final int SDK_INT = 0;
    }
    public static class VERSION_CODES {
        public static final int O = 26;
    }
}

// === android/os/Bundle.java
package android.os;

public final class Bundle {}

// === android/os/Parcelable.java
package android.os;

public interface Parcelable {}

// === android/provider/OpenableColumns.java
package android.provider;

public interface OpenableColumns {
    String DISPLAY_NAME = "_display_name";
}

// === android/speech/tts/TextToSpeech.java
package android.speech.tts;

public class TextToSpeech {
    public static final int QUEUE_FLUSH = 0;
    public static final int SUCCESS = 0;
    public TextToSpeech(android.content.Context context, OnInitListener listener) {}
    public int setLanguage(java.util.Locale loc) { return 0; }
    public int speak(CharSequence text, int queueMode, android.os.Bundle params,
        String utteranceId) { return 0; }
    public void shutdown() {}
    public interface OnInitListener {
        void onInit(int status);
    }
}

// === android/util/Base64.java
package android.util;

public class Base64 {
    public static final int DEFAULT = 0;
    public static byte[] decode(String str, int flags) { return null; }
}

// === android/widget/Toast.java
package android.widget;

public class Toast {
    public static final int LENGTH_SHORT = 0;
    public static Toast makeText(android.content.Context context, CharSequence text, int duration) {
        return null;
    }
    public void show() {}
}

// === androidx/core/content/FileProvider.java
package androidx.core.content;

public class FileProvider {
    public static android.net.Uri getUriForFile(android.content.Context context, String authority,
        java.io.File file) { return null; }
}

// === org/json/JSONException.java
package org.json;

public class JSONException extends Exception {}

// === org/json/JSONObject.java
package org.json;

public class JSONObject {}

// === org/json/JSONArray.java
package org.json;

public class JSONArray {
    public int length() { return 0; }
    public JSONArray put(Object value) { return this; }
}

// === com/getcapacitor/BridgeActivity.java
package com.getcapacitor;

public class BridgeActivity extends android.app.Activity {
    public void registerPlugin(Class<? extends Plugin> plugin) {}
}

// === com/getcapacitor/JSArray.java
package com.getcapacitor;

public class JSArray extends org.json.JSONArray {
    public <E> java.util.List<E> toList() throws org.json.JSONException { return null; }
}

// === com/getcapacitor/JSObject.java
package com.getcapacitor;

public class JSObject extends org.json.JSONObject {
    public JSObject put(String key, boolean value) { return this; }
    public JSObject put(String key, int value) { return this; }
    public JSObject put(String key, long value) { return this; }
    public JSObject put(String key, Object value) { return this; }
    public JSObject put(String key, String value) { return this; }
}

// === com/getcapacitor/Plugin.java
package com.getcapacitor;

public class Plugin {
    public void load() {}
    public void execute(Runnable runnable) {}
    public android.app.Activity getActivity() { return null; }
    public android.content.Context getContext() { return null; }
    protected void handleOnDestroy() {}
    protected void handleOnNewIntent(android.content.Intent intent) {}
    protected void handleOnResume() {}
    protected void notifyListeners(String eventName, JSObject data, boolean retainUntilConsumed) {}
}

// === com/getcapacitor/PluginCall.java
package com.getcapacitor;

public class PluginCall {
    public JSArray getArray(String name, JSArray defaultValue) { return null; }
    public Boolean getBoolean(String name, Boolean defaultValue) { return null; }
    public String getString(String name) { return null; }
    public String getString(String name, String defaultValue) { return null; }
    public void reject(String msg) {}
    public void reject(String msg, Exception ex) {}
    public void resolve() {}
    public void resolve(JSObject data) {}
}

// === com/getcapacitor/PluginMethod.java
package com.getcapacitor;

public @interface PluginMethod {}

// === com/getcapacitor/annotation/CapacitorPlugin.java
package com.getcapacitor.annotation;

public @interface CapacitorPlugin {
    String name() default "";
}
