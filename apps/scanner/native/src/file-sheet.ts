/** The plugin in ios/FileSheetPlugin.swift and android/FileSheetPlugin.java. */
export type FileSheetPlugin = {
  offer(file: { name: string; type: string; text: string }): Promise<void>;
};

/** Hands a file to the person through the system's sheet for sharing, as a web view has no downloads. */
export function createDownload(
  sheet: FileSheetPlugin,
  onFailure: () => void,
): (name: string, type: string, text: string) => void {
  return (name, type, text) => {
    sheet.offer({ name, type, text }).catch(onFailure);
  };
}
