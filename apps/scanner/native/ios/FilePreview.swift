import QuickLook

/// Shows one file in Quick Look.
class FilePreview: QLPreviewController, QLPreviewControllerDataSource, QLPreviewControllerDelegate {
    private let file: URL
    private let onClose: () -> Void

    init(file: URL, onClose: @escaping () -> Void) {
        self.file = file
        self.onClose = onClose
        super.init(nibName: nil, bundle: nil)
        dataSource = self
        delegate = self
    }

    required init?(coder: NSCoder) {
        return nil
    }

    func numberOfPreviewItems(in controller: QLPreviewController) -> Int {
        1
    }

    func previewController(
        _ controller: QLPreviewController,
        previewItemAt index: Int
    ) -> any QLPreviewItem {
        file as NSURL
    }

    func previewControllerDidDismiss(_ controller: QLPreviewController) {
        onClose()
    }
}
