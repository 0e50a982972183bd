// Declares the part of UIKit that ../../ios uses, for a check of types without Xcode. See
// Apple's documentation, developer.apple.com/documentation/uikit, the page of each type by its name
// (UIApplication, UIViewController, UIActivityViewController, UIButton, UIStackView …).
@_exported import Foundation

@MainActor open class UIResponder: NSObject {}

@MainActor public protocol UIApplicationDelegate: AnyObject {}
extension UIApplicationDelegate {
    public static func main() {}
}

@MainActor public class UIApplication: UIResponder {
    public static var shared: UIApplication { fatalError() }
    public var isIdleTimerDisabled = false
}

public class UISceneSession: NSObject {
    public struct Role: Sendable {}
    @MainActor public var role: Role { fatalError() }
}

@MainActor public class UISceneConfiguration: NSObject {
    public init(name: String?, sessionRole: UISceneSession.Role) {}
    public var delegateClass: AnyClass?
}

@MainActor public class UIScene: UIResponder {
    public class ConnectionOptions: NSObject {
        public var shortcutItem: UIApplicationShortcutItem? { nil }
    }
}
public class UIWindowScene: UIScene {}
@MainActor public class UIOpenURLContext: NSObject {}
@MainActor public class UIApplicationShortcutItem: NSObject {
    public var type: String { "" }
}
/// Foundation's on Apple's systems (documentation/foundation/nsuseractivity).
public class NSUserActivity: NSObject {}

@MainActor public protocol UISceneDelegate: AnyObject {}
@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {}

@MainActor open class UIView: UIResponder {
    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let flexibleWidth = AutoresizingMask(rawValue: 2)
        public static let flexibleHeight = AutoresizingMask(rawValue: 16)
    }
    override public init() {}
    public init(frame: CGRect) {}
    public var frame = CGRect.zero
    public var bounds = CGRect.zero
    public var autoresizingMask: AutoresizingMask = []
    public var translatesAutoresizingMaskIntoConstraints = true
    public var safeAreaLayoutGuide: UILayoutGuide { fatalError() }
    public var topAnchor: NSLayoutYAxisAnchor { fatalError() }
    public var leadingAnchor: NSLayoutXAxisAnchor { fatalError() }
    public var trailingAnchor: NSLayoutXAxisAnchor { fatalError() }
    public func addSubview(_ view: UIView) {}
}

@MainActor public class UILayoutGuide: NSObject {
    public var topAnchor: NSLayoutYAxisAnchor { fatalError() }
    public var leadingAnchor: NSLayoutXAxisAnchor { fatalError() }
    public var trailingAnchor: NSLayoutXAxisAnchor { fatalError() }
}
@MainActor public class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
    public func constraint(
        equalTo anchor: NSLayoutAnchor<AnchorType>,
        constant: CGFloat
    ) -> NSLayoutConstraint { fatalError() }
}
public class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {}
public class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {}
@MainActor public class NSLayoutConstraint: NSObject {
    public static func activate(_ constraints: [NSLayoutConstraint]) {}
}

public class UIWindow: UIView {
    public init(windowScene: UIWindowScene) { super.init(frame: .zero) }
    public var rootViewController: UIViewController?
    public func makeKeyAndVisible() {}
}

public enum UIModalPresentationStyle: Sendable {
    case fullScreen
}

@MainActor open class UIViewController: UIResponder {
    public init(nibName: String?, bundle: Bundle?) {}
    public required init?(coder: NSCoder) {}
    public var view: UIView! { nil }
    public var modalPresentationStyle = UIModalPresentationStyle.fullScreen
    open func viewDidLoad() {}
    open func viewDidAppear(_ animated: Bool) {}
    open func present(
        _ controller: UIViewController,
        animated: Bool,
        completion: (() -> Void)? = nil
    ) {}
    open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {}
}

public class UIActivityViewController: UIViewController {
    public struct ActivityType: Sendable {}
    public typealias CompletionWithItemsHandler =
        (ActivityType?, Bool, [Any]?, (any Error)?) -> Void
    public init(activityItems: [Any], applicationActivities: [Any]?) {
        super.init(nibName: nil, bundle: nil)
    }
    public required init?(coder: NSCoder) { nil }
    public var completionWithItemsHandler: CompletionWithItemsHandler?
}

@MainActor public class UIAction: NSObject {
    public init(handler: @escaping (UIAction) -> Void) {}
}
public class UIControl: UIView {
    public struct State: Sendable {
        public static let normal = State()
    }
    public struct Event: Sendable {
        public static let touchUpInside = Event()
    }
    public var isEnabled = true
    public func addAction(_ action: UIAction, for events: Event) {}
}
public class UIButton: UIControl {
    @MainActor public struct Configuration {
        public static func bordered() -> Configuration { Configuration() }
        public static func borderedProminent() -> Configuration { Configuration() }
    }
    public init(configuration: Configuration, primaryAction: UIAction? = nil) {
        super.init(frame: .zero)
    }
    public func setTitle(_ title: String?, for state: UIControl.State) {}
}
public class UIStackView: UIView {
    public init(arrangedSubviews: [UIView]) { super.init(frame: .zero) }
}

public class UIImage: NSObject, @unchecked Sendable {
    public func jpegData(compressionQuality: CGFloat) -> Data? { nil }
}
