import Capacitor
import UIKit

/// Offers files in the system's share sheet and shows one. It is called from src/file-sheet.ts. The
/// files are removed once the sheet or the preview is closed.
@objc(FileSheetPlugin)
public class FileSheetPlugin: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "FileSheetPlugin"
    public let jsName = "FileSheet"
    public let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "append", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "offer", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "show", returnType: CAPPluginReturnPromise)
    ]

    /// Removes what was left when the app was ended while a sheet was open.
    override public func load() {
        try? FileManager.default.removeItem(at: folder)
    }

    @objc func append(_ call: CAPPluginCall) {
        let file = locate(call.getString("name", "file"))
        let bytes = Data(base64Encoded: call.getString("base64", "")) ?? Data()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
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
            sheet.completionWithItemsHandler = { _, _, _, _ in self.remove(files) }
            self.setCenteredPopover(sheet)
            self.bridge?.viewController?.present(sheet, animated: true)
            call.resolve()
        }
    }

    /// Shows a file in Quick Look, which turns models and shows them in the room.
    @objc func show(_ call: CAPPluginCall) {
        let file = locate(call.getString("name", "file"))
        DispatchQueue.main.async {
            let preview = FilePreview(file: file) { self.remove([file]) }
            self.bridge?.viewController?.present(preview, animated: true)
            call.resolve()
        }
    }

    private var folder: URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("offered")
    }

    private func locate(_ name: String) -> URL {
        folder.appendingPathComponent(URL(fileURLWithPath: name).lastPathComponent)
    }

    private func remove(_ files: [URL]) {
        for file in files {
            try? FileManager.default.removeItem(at: file)
        }
    }
}
