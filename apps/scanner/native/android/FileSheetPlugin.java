package org.scanhook.shell;

import android.content.Intent;
import android.net.Uri;
import android.util.Base64;
import androidx.core.content.FileProvider;
import com.getcapacitor.JSArray;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONException;

/**
 * Offers files in the system's share sheet. It is called from src/file-sheet.ts. Nothing tells when
 * the app that a person chose has read the files, so they are removed after an hour, as soon as
 * this app starts, comes back or offers others.
 */
@CapacitorPlugin(name = "FileSheet")
public class FileSheetPlugin extends Plugin {

    private static final long KEPT_MS = 3_600_000;

    @Override
    public void load() {
        removeOld();
    }

    @Override
    protected void handleOnResume() {
        removeOld();
    }

    @PluginMethod
    public void append(PluginCall call) {
        boolean keepsBytes = !call.getBoolean("isFirst", true);
        byte[] bytes = Base64.decode(call.getString("base64", ""), Base64.DEFAULT);
        try (OutputStream out = new FileOutputStream(locate(call.getString("name", "file")), keepsBytes)) {
            out.write(bytes);
        } catch (IOException error) {
            call.reject("The file could not be written.", error);
            return;
        }
        call.resolve();
    }

    @PluginMethod
    public void offer(PluginCall call) {
        ArrayList<Uri> addresses = new ArrayList<>();
        String authority = getContext().getPackageName() + ".fileprovider";
        try {
            List<String> names = call.getArray("names", new JSArray()).toList();
            for (String name : names) {
                addresses.add(FileProvider.getUriForFile(getContext(), authority, locate(name)));
            }
        } catch (JSONException error) {
            call.reject("The names of the files are missing.", error);
            return;
        }
        removeOld();
        boolean isSingle = addresses.size() == 1;
        Intent offer = new Intent(isSingle ? Intent.ACTION_SEND : Intent.ACTION_SEND_MULTIPLE)
            .setType(call.getString("type", "*/*"))
            .addFlags(Intent.FLAG_GRANT_READ_URI_PERMISSION);
        if (isSingle) {
            offer.putExtra(Intent.EXTRA_STREAM, addresses.get(0));
        } else {
            offer.putParcelableArrayListExtra(Intent.EXTRA_STREAM, addresses);
        }
        getActivity().startActivity(Intent.createChooser(offer, null));
        call.resolve();
    }

    private File locate(String name) {
        File folder = folder();
        folder.mkdirs();
        return new File(folder, new File(name).getName());
    }

    private File folder() {
        return new File(getContext().getCacheDir(), "offered");
    }

    private void removeOld() {
        File[] files = folder().listFiles();
        if (files == null) {
            return;
        }
        long oldest = System.currentTimeMillis() - KEPT_MS;
        for (File file : files) {
            if (file.lastModified() < oldest) {
                file.delete();
            }
        }
    }
}
