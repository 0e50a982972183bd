package org.scanhook.shell;

import android.content.Intent;
import android.net.Uri;
import androidx.core.content.FileProvider;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Offers a file in the system's share sheet. It is called from src/file-sheet.ts. */
@CapacitorPlugin(name = "FileSheet")
public class FileSheetPlugin extends Plugin {

    @PluginMethod
    public void offer(PluginCall call) {
        String name = new File(call.getString("name", "scans.txt")).getName();
        File file = new File(getContext().getCacheDir(), name);
        try (OutputStream out = new FileOutputStream(file)) {
            out.write(call.getString("text", "").getBytes(StandardCharsets.UTF_8));
        } catch (IOException error) {
            call.reject("The file could not be written.", error);
            return;
        }
        String authority = getContext().getPackageName() + ".fileprovider";
        Uri address = FileProvider.getUriForFile(getContext(), authority, file);
        Intent offer = new Intent(Intent.ACTION_SEND)
            .setType(call.getString("type", "text/plain"))
            .putExtra(Intent.EXTRA_STREAM, address)
            .addFlags(Intent.FLAG_GRANT_READ_URI_PERMISSION);
        getActivity().startActivity(Intent.createChooser(offer, name));
        call.resolve();
    }
}
