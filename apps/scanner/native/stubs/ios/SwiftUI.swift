// Declares the part of SwiftUI that ../../ios uses, for a check of types without Xcode. See
// Apple's documentation, developer.apple.com/documentation/swiftui, the page of each type or
// modifier by its name (View, ViewBuilder, State, VStack, Button, UIHostingController …).
@_exported import UIKit

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}
extension Never: View {
    public var body: Never { return fatalError() }
}
extension Optional: View where Wrapped: View {
    public var body: Never { return fatalError() }
}
public struct Opaque: View {
    public var body: Never { return fatalError() }
}

@resultBuilder public struct ViewBuilder {
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> Opaque { Opaque() }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View>(first: First) -> Opaque { Opaque() }
    public static func buildEither<Second: View>(second: Second) -> Opaque { Opaque() }
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
}

@propertyWrapper public struct State<Value> {
    public init(wrappedValue: Value) {}
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
}

public struct Alignment: Sendable {}
public enum TextAlignment: Sendable {
    case center
}
public enum ControlSize: Sendable {
    case large
}
public protocol ShapeStyle {}
public struct Material: ShapeStyle {}
extension ShapeStyle where Self == Material {
    public static var regularMaterial: Material { Material() }
}
public struct HierarchicalShapeStyle: ShapeStyle {}
extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}
public protocol Shape {}
public struct RoundedRectangle: Shape {
    public init(cornerRadius: CGFloat) {}
}
public protocol PrimitiveButtonStyle {}
public struct BorderedButtonStyle: PrimitiveButtonStyle {}
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {}
extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}

extension View {
    public func ignoresSafeArea() -> some View { Opaque() }
    public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { Opaque() }
    public func padding(_ length: CGFloat) -> some View { Opaque() }
    public func padding() -> some View { Opaque() }
    public func background<S: ShapeStyle, T: Shape>(_ style: S, in shape: T) -> some View { Opaque() }
    public func controlSize(_ size: ControlSize) -> some View { Opaque() }
    public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { Opaque() }
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { Opaque() }
}

public struct ZStack<Content: View>: View {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { return fatalError() }
}
public struct VStack<Content: View>: View {
    public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
    public var body: Never { return fatalError() }
}
public struct HStack<Content: View>: View {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { return fatalError() }
}
public struct Spacer: View {
    public init() {}
    public var body: Never { return fatalError() }
}
public struct LocalizedStringKey: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) {}
}
public struct Text: View {
    public init(_ key: LocalizedStringKey) {}
    public var body: Never { return fatalError() }
}
public struct Button: View {
    public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
    public var body: Never { return fatalError() }
}
public struct ProgressView: View {
    public init() {}
    public init(_ titleKey: LocalizedStringKey, value: Double?) {}
    public var body: Never { return fatalError() }
}

open class UIHostingController<Content: View>: UIViewController {
    public init(rootView: Content) { super.init(nibName: nil, bundle: nil) }
    public required init?(coder: NSCoder) { nil }
}
