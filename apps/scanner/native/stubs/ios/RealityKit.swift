// Declares the part of RealityKit that ../../ios uses, for a check of types without Xcode. See
// Apple's documentation, developer.apple.com/documentation/realitykit (ObjectCaptureSession,
// ObjectCaptureView, PhotogrammetrySession, BoundingBox).
@_exported import SwiftUI

public struct BoundingBox: Sendable {
    public var extents: SIMD3<Float> { .zero }
}

@MainActor public final class ObjectCaptureSession {
    public enum CaptureState: Equatable, Sendable {
        case initializing, ready, detecting, capturing, finishing, completed
        case failed(any Error)
        public static func == (one: CaptureState, other: CaptureState) -> Bool { true }
    }
    public enum Feedback: Hashable, Sendable {
        case objectTooClose, objectTooFar, movingTooFast, environmentLowLight
        case environmentTooDark, outOfFieldOfView, objectNotFlippable, overCapturing
    }
    public struct Configuration: Sendable {
        public init() {}
        public var checkpointDirectory: URL?
    }
    public struct Updates<Element: Sendable>: AsyncSequence, Sendable {
        public struct AsyncIterator: AsyncIteratorProtocol {
            public mutating func next() async -> Element? { nil }
        }
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
    }
    public init() {}
    public static var isSupported: Bool { true }
    public var state: CaptureState { .initializing }
    public var stateUpdates: Updates<CaptureState> { fatalError() }
    public var feedback: Set<Feedback> { [] }
    public var isPaused: Bool { false }
    public var userCompletedScanPass: Bool { false }
    public func start(imagesDirectory: URL, configuration: Configuration = Configuration()) {}
    public func startDetecting() -> Bool { true }
    public func resetDetection() -> Bool { true }
    public func startCapturing() {}
    public func beginNewScanPass() {}
    public func beginNewScanPassAfterFlip() {}
    public func pause() {}
    public func resume() {}
    public func finish() {}
    public func cancel() {}
}

public struct ObjectCaptureView: View {
    public init(session: ObjectCaptureSession) {}
    public var body: Never { return fatalError() }
}

public class PhotogrammetrySession: @unchecked Sendable {
    public enum Request: Sendable {
        public enum Detail: Sendable {
            case preview, reduced, medium, full, raw
        }
        case modelFile(url: URL, detail: Detail)
        case bounds
        public static func modelFile(url: URL) -> Request { .modelFile(url: url, detail: .reduced) }
    }
    public enum Result: Sendable {
        case modelFile(URL)
        case bounds(BoundingBox)
    }
    public enum Output: Sendable {
        case inputComplete
        case requestProgress(Request, fractionComplete: Double)
        case requestComplete(Request, Result)
        case requestError(Request, any Error)
        case processingComplete
        case processingCancelled
    }
    public struct Outputs: AsyncSequence, Sendable {
        public struct AsyncIterator: AsyncIteratorProtocol {
            public mutating func next() async throws -> Output? { nil }
        }
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
    }
    public struct Configuration: Sendable {
        public init() {}
        public var checkpointDirectory: URL?
    }
    public static var isSupported: Bool { true }
    public init(input: URL, configuration: Configuration = Configuration()) throws {}
    public var outputs: Outputs { fatalError() }
    public func process(requests: [Request]) throws {}
    public func cancel() {}
}
