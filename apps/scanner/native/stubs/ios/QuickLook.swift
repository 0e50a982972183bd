// Declares the part of Quick Look that ../../ios uses, for a check of types without Xcode. See
// Apple's documentation, developer.apple.com/documentation/quicklook (QLPreviewController,
// QLPreviewControllerDataSource, QLPreviewControllerDelegate, QLPreviewItem).
@_exported import UIKit

public protocol QLPreviewItem: NSObjectProtocol {}
extension NSURL: QLPreviewItem {}

open class QLPreviewController: UIViewController {
    public override init(nibName: String?, bundle: Bundle?) {
        super.init(nibName: nil, bundle: nil)
    }
    public required init?(coder: NSCoder) { nil }
    public weak var dataSource: (any QLPreviewControllerDataSource)?
    public weak var delegate: (any QLPreviewControllerDelegate)?
}
@MainActor public protocol QLPreviewControllerDataSource: AnyObject {
    func numberOfPreviewItems(in controller: QLPreviewController) -> Int
    func previewController(
        _ controller: QLPreviewController,
        previewItemAt index: Int
    ) -> any QLPreviewItem
}
@MainActor public protocol QLPreviewControllerDelegate: AnyObject {
    func previewControllerDidDismiss(_ controller: QLPreviewController)
}
