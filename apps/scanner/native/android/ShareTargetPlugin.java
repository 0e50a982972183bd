package org.scanhook.shell;

import android.content.ContentResolver;
import android.content.Intent;
import android.database.Cursor;
import android.net.Uri;
import android.provider.OpenableColumns;
import com.getcapacitor.JSArray;
import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/** Takes what another app shares with this one. It is called from src/share-target.ts. */
@CapacitorPlugin(name = "ShareTarget")
public class ShareTargetPlugin extends Plugin {

    private static final int MAX_FILES = 20;
    /** The limit for one file. An endless one would fill the phone. */
    private static final long MAX_BYTES = 256L << 20;

    /** Files of an earlier start that the page did not take. */
    @Override
    public void load() {
        removeFiles();
    }

    @Override
    protected void handleOnNewIntent(Intent intent) {
        String action = intent.getAction();
        if (Intent.ACTION_SEND.equals(action) || Intent.ACTION_SEND_MULTIPLE.equals(action)) {
            // Other apps may be slow to give their files out.
            execute(() -> notifyListeners("shared", take(intent), true));
        }
    }

    /** Removes the files once the page has read them. */
    @PluginMethod
    public void clear(PluginCall call) {
        removeFiles();
        call.resolve();
    }

    private JSObject take(Intent intent) {
        JSArray files = new JSArray();
        int failed = 0;
        for (Uri uri : listUris(intent)) {
            try {
                files.put(copy(uri, files.length()));
            } catch (IOException | RuntimeException error) {
                failed++;
            }
        }
        return new JSObject()
            .put("files", files)
            .put("failed", failed)
            .put("text", readText(intent, Intent.EXTRA_TEXT))
            .put("title", readText(intent, Intent.EXTRA_SUBJECT));
    }

    /** Returns the addresses of the shared files that come from another app. */
    private List<Uri> listUris(Intent intent) {
        ArrayList<Uri> given = new ArrayList<>();
        if (Intent.ACTION_SEND_MULTIPLE.equals(intent.getAction())) {
            ArrayList<Uri> several = intent.getParcelableArrayListExtra(Intent.EXTRA_STREAM);
            if (several != null) {
                given.addAll(several);
            }
        } else if (intent.getParcelableExtra(Intent.EXTRA_STREAM) instanceof Uri) {
            given.add(intent.getParcelableExtra(Intent.EXTRA_STREAM));
        }
        String own = getContext().getPackageName() + ".fileprovider";
        List<Uri> uris = new ArrayList<>();
        for (Uri uri : given) {
            // An address of this app's own files would hand them out.
            boolean isForeign = ContentResolver.SCHEME_CONTENT.equals(uri.getScheme()) && !own.equals(uri.getAuthority());
            if (isForeign && uris.size() < MAX_FILES) {
                uris.add(uri);
            }
        }
        return uris;
    }

    private JSObject copy(Uri uri, int number) throws IOException {
        ContentResolver resolver = getContext().getContentResolver();
        folder().mkdirs();
        File file = new File(folder(), System.currentTimeMillis() + "-" + number);
        try (InputStream in = resolver.openInputStream(uri); OutputStream out = new FileOutputStream(file)) {
            if (in == null) {
                throw new IOException("The file is not given out.");
            }
            byte[] part = new byte[65_536];
            long total = 0;
            for (int length = in.read(part); length >= 0; length = in.read(part)) {
                total += length;
                if (total > MAX_BYTES) {
                    throw new IOException("The file is too large.");
                }
                out.write(part, 0, length);
            }
        }
        return new JSObject()
            .put("path", file.getAbsolutePath())
            .put("name", findName(resolver, uri))
            .put("type", resolver.getType(uri));
    }

    private static String findName(ContentResolver resolver, Uri uri) {
        String[] columns = { OpenableColumns.DISPLAY_NAME };
        try (Cursor cursor = resolver.query(uri, columns, null, null, null)) {
            return cursor != null && cursor.moveToFirst() ? cursor.getString(0) : "";
        }
    }

    private static String readText(Intent intent, String name) {
        CharSequence text = intent.getCharSequenceExtra(name);
        return text == null ? "" : text.toString();
    }

    private File folder() {
        return new File(getContext().getCacheDir(), "shared");
    }

    private void removeFiles() {
        File[] files = folder().listFiles();
        if (files == null) {
            return;
        }
        for (File file : files) {
            file.delete();
        }
    }
}
