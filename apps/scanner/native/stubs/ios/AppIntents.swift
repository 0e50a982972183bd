// Declares the part of App Intents that ../../ios and the generated AppActions.swift use, for a
// check of types without Xcode. See Apple's documentation,
// developer.apple.com/documentation/appintents (AppIntent, AppEnum, AppShortcut,
// AppShortcutsProvider, IntentParameter, ParameterSummary), and
// documentation/foundation/localizedstringresource.
@_exported import Foundation

public struct LocalizedStringResource: ExpressibleByStringInterpolation, Sendable {
    public init(stringLiteral value: String) {}
}
public protocol CustomLocalizedStringResourceConvertible {
    var localizedStringResource: LocalizedStringResource { get }
}

public struct TypeDisplayRepresentation: ExpressibleByStringInterpolation, Sendable {
    public init(stringLiteral value: String) {}
}
public struct DisplayRepresentation: Sendable {
    public struct Image: Sendable {
        public init(systemName: String) {}
    }
    public init(title: LocalizedStringResource, image: Image? = nil) {}
}
public protocol AppEnum: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
    static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
    static var caseDisplayRepresentations: [Self: DisplayRepresentation] { get }
}

public struct IntentDescription: Sendable {
    public init(_ text: LocalizedStringResource) {}
}
public protocol IntentResult {}
public protocol ReturnsValue<Value>: IntentResult {
    associatedtype Value
}
public struct IntentResultContainer<Value>: ReturnsValue {}
extension IntentResult where Self == IntentResultContainer<Never> {
    public static func result() -> Self { fatalError() }
}
extension IntentResult {
    public static func result<Value>(value: Value) -> Self where Self == IntentResultContainer<Value> {
        fatalError()
    }
}

public protocol AppIntent: Sendable {
    associatedtype PerformResult: IntentResult
    associatedtype SummaryContent: ParameterSummary
    init()
    static var title: LocalizedStringResource { get }
    static var description: IntentDescription? { get }
    static var openAppWhenRun: Bool { get }
    static var parameterSummary: SummaryContent { get }
    func perform() async throws -> PerformResult
}
extension AppIntent {
    public static var description: IntentDescription? { nil }
}
extension AppIntent where SummaryContent == EmptySummary {
    public static var parameterSummary: EmptySummary { EmptySummary() }
}
extension AppIntent {
    public typealias Parameter<Value> = IntentParameter<Value>
    public typealias Summary = IntentParameterSummary<Self>
}

@propertyWrapper public final class IntentParameter<Value>: @unchecked Sendable {
    public init(title: LocalizedStringResource) {}
    public var wrappedValue: Value {
        get { fatalError() }
        set {}
    }
    public var projectedValue: IntentParameter<Value> { self }
}
public protocol ParameterSummary {}
public struct EmptySummary: ParameterSummary {}
public struct IntentParameterSummary<Intent>: ParameterSummary {
    public struct Text: ExpressibleByStringInterpolation {
        public struct StringInterpolation: StringInterpolationProtocol {
            public init(literalCapacity: Int, interpolationCount: Int) {}
            public mutating func appendLiteral(_ literal: String) {}
            public mutating func appendInterpolation<Value>(
                _ path: KeyPath<Intent, IntentParameter<Value>>
            ) {}
        }
        public init(stringLiteral value: String) {}
        public init(stringInterpolation: StringInterpolation) {}
    }
    public init(_ text: Text) {}
}

public struct AppShortcutPhrase<Intent: AppIntent>: ExpressibleByStringInterpolation {
    public enum Token {
        case applicationName
    }
    public struct StringInterpolation: StringInterpolationProtocol {
        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) {}
        public mutating func appendInterpolation(_ token: Token) {}
        public mutating func appendInterpolation<Value>(
            _ path: KeyPath<Intent, IntentParameter<Value>>
        ) {}
    }
    public init(stringLiteral value: String) {}
    public init(stringInterpolation: StringInterpolation) {}
}
public struct AppShortcut {
    public init<Intent: AppIntent>(
        intent: Intent,
        phrases: [AppShortcutPhrase<Intent>],
        shortTitle: LocalizedStringResource,
        systemImageName: String
    ) {}
}
@resultBuilder public struct AppShortcutsBuilder {
    public static func buildBlock(_ shortcuts: AppShortcut...) -> [AppShortcut] { shortcuts }
}
public protocol AppShortcutsProvider {
    @AppShortcutsBuilder static var appShortcuts: [AppShortcut] { get }
}
