import Capacitor
import UIKit

/// Offers files in the system's share sheet. It is called from src/file-sheet.ts.
@objc(FileSheetPlugin)
public class FileSheetPlugin: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "FileSheetPlugin"
    public let jsName = "FileSheet"
    public let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "append", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "offer", returnType: CAPPluginReturnPromise)
    ]

    @objc func append(_ call: CAPPluginCall) {
        let file = locate(call.getString("name", "file"))
        let bytes = Data(base64Encoded: call.getString("base64", "")) ?? Data()
        do {
            if call.getBool("isFirst", true) {
                try bytes.write(to: file)
            } else {
                let handle = try FileHandle(forWritingTo: file)
                defer { try? handle.close() }
                _ = try handle.seekToEnd()
                try handle.write(contentsOf: bytes)
            }
        } catch {
            call.reject("The file could not be written.", nil, error)
            return
        }
        call.resolve()
    }

    @objc func offer(_ call: CAPPluginCall) {
        let names = call.getArray("names", String.self) ?? []
        let files = names.map { locate($0) }
        DispatchQueue.main.async {
            let sheet = UIActivityViewController(activityItems: files, applicationActivities: nil)
            self.setCenteredPopover(sheet)
            self.bridge?.viewController?.present(sheet, animated: true)
            call.resolve()
        }
    }

    private func locate(_ name: String) -> URL {
        let fileName = URL(fileURLWithPath: name).lastPathComponent
        return FileManager.default.temporaryDirectory.appendingPathComponent(fileName)
    }
}
