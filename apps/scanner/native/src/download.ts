import { registerPlugin } from "@capacitor/core";
import { showNotice } from "../../src/ui/notice.svelte.ts";
import { createDownload, type FileSheetPlugin } from "./file-sheet.ts";

export const downloadFile = createDownload(registerPlugin<FileSheetPlugin>("FileSheet"), () =>
  showNotice({
    text: "The file could not be offered. Free some space on the phone and try again.",
  }),
);
