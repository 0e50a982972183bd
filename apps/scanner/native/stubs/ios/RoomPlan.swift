// Declares the part of RoomPlan that ../../ios uses, for a check of types without Xcode. See
// Apple's documentation, developer.apple.com/documentation/roomplan (RoomCaptureView,
// RoomCaptureViewDelegate, RoomCaptureSession, CapturedRoom, CapturedRoomData).
@_exported import UIKit

public struct CapturedRoom: Codable, Sendable {}
public struct CapturedRoomData: Codable, Sendable {}

public class RoomCaptureSession {
    public struct Configuration {
        public init() {}
    }
    public static var isSupported: Bool { true }
    public func run(configuration: Configuration) {}
    public func stop() {}
}

public class RoomCaptureView: UIView {
    public weak var delegate: (any RoomCaptureViewDelegate)?
    public var captureSession: RoomCaptureSession { fatalError() }
}

/// `NSCoding` is required, too, by the page of the protocol.
public protocol RoomCaptureViewDelegate: NSObjectProtocol {
    func captureView(shouldPresent roomDataForProcessing: CapturedRoomData, error: (any Error)?) -> Bool
    func captureView(didPresent processedResult: CapturedRoom, error: (any Error)?)
}
