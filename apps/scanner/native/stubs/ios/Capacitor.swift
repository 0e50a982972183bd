// Declares the part of Capacitor 8 that ../../ios uses, for a check of types without Xcode. See
// the Swift and Objective-C files of @capacitor/ios in node_modules, by the name of each type
// (CAPPlugin.h, CAPPluginCall.h, CAPPluginCall.swift, PluginCallResult.swift,
// HttpRequestHandler.swift, CAPBridgeProtocol.swift, CAPBridgeViewController.swift,
// CAPApplicationDelegateProxy.swift, CAPSceneDelegateProxy.swift).
@_exported import UIKit

public let CAPPluginReturnPromise = "promise"

public class CAPPluginMethod: NSObject {
    public init(name: String, returnType: String) {}
}

public protocol CAPBridgedPlugin {
    var identifier: String { get }
    var jsName: String { get }
    var pluginMethods: [CAPPluginMethod] { get }
}

open class CAPPlugin: NSObject {
    public weak var bridge: (any CAPBridgeProtocol)?
    open func load() {}
    open func setCenteredPopover(_ controller: UIViewController!) {}
}

public protocol CAPBridgeProtocol: NSObjectProtocol {
    var viewController: UIViewController? { get }
    var config: InstanceConfiguration { get }
    func registerPluginInstance(_ pluginInstance: CAPPlugin)
}

public class InstanceConfiguration: NSObject {}

public class CAPPluginCallError: NSObject {
    public let message: String
    public let code: String?
    public let error: Error?
    public init(message: String, code: String?, error: Error?, data: [String: Any]?) {
        self.message = message
        self.code = code
        self.error = error
    }
}

open class HttpRequestHandler {
    public static func request(
        _ call: CAPPluginCall,
        _ httpMethod: String?,
        _ config: InstanceConfiguration?
    ) throws {}
}

public class CAPPluginCall: NSObject {
    // The header says nothing of null.
    public var errorHandler: ((CAPPluginCallError?) -> Void)!
    public func getString(_ key: String) -> String? { nil }
    public func getString(_ key: String, _ defaultValue: String) -> String { defaultValue }
    public func getBool(_ key: String, _ defaultValue: Bool) -> Bool { defaultValue }
    public func getArray<T>(_ key: String, _ ofType: T.Type) -> [T]? { nil }
    public func resolve() {}
    public func resolve(_ data: [String: Any] = [:]) {}
    public func reject(
        _ message: String,
        _ code: String? = nil,
        _ error: Error? = nil,
        _ data: [String: Any]? = nil
    ) {}
}

open class CAPBridgeViewController: UIViewController {
    public init() { super.init(nibName: nil, bundle: nil) }
    public required init?(coder: NSCoder) { nil }
    public final var bridge: (any CAPBridgeProtocol)? { nil }
    open func capacitorDidLoad() {}
}

public class ApplicationDelegateProxy: NSObject {
    nonisolated(unsafe) public static let shared = ApplicationDelegateProxy()
    public func application(_ app: UIApplication, open url: URL) -> Bool { true }
}

public class SceneDelegateProxy: NSObject {
    nonisolated(unsafe) public static let shared = SceneDelegateProxy()
    public func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {}
    public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {}
    public func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {}
}
