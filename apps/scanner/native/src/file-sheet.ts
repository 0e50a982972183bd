/** The plugin in ios/FileSheetPlugin.swift and android/FileSheetPlugin.java. */
export type FileSheetPlugin = {
  offer(file: { name: string; type: string; text: string }): Promise<void>;
};

/** Offers a file in the system's share sheet, because a web view has no downloads. */
export function createDownload(
  sheet: FileSheetPlugin,
  onFailure: () => void,
): (name: string, type: string, text: string) => void {
  return (name, type, text) => {
    sheet.offer({ name, type, text }).catch(onFailure);
  };
}
