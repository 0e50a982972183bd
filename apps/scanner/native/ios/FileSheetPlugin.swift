import Capacitor
import UIKit

/// Offers a file in the system's share sheet. It is called from src/file-sheet.ts.
@objc(FileSheetPlugin)
public class FileSheetPlugin: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "FileSheetPlugin"
    public let jsName = "FileSheet"
    public let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "offer", returnType: CAPPluginReturnPromise)
    ]

    @objc func offer(_ call: CAPPluginCall) {
        let name = URL(fileURLWithPath: call.getString("name", "scans.txt")).lastPathComponent
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(name)
        do {
            try Data(call.getString("text", "").utf8).write(to: file)
        } catch {
            call.reject("The file could not be written.", nil, error)
            return
        }
        DispatchQueue.main.async {
            let sheet = UIActivityViewController(activityItems: [file], applicationActivities: nil)
            self.setCenteredPopover(sheet)
            self.bridge?.viewController?.present(sheet, animated: true)
            call.resolve()
        }
    }
}
