#if !targetEnvironment(simulator)
import QuickLookThumbnailing
import RealityKit
import SwiftUI
import UIKit

/// An object that was captured.
struct CapturedObject {
    let model: URL
    let sides: SIMD3<Float>
    let pictureCount: Int
    let thumbnail: Data?

    var fields: [String: Any] {
        [
            "file": model.path,
            "meters": [sides.x, sides.y, sides.z].map { Double($0) },
            "pictures": pictureCount,
            "thumbnail": thumbnail?.base64EncodedString() ?? ""
        ]
    }
}

/// Takes the pictures of an object, then makes its model of them.
@available(iOS 17.0, *)
@MainActor
@Observable
final class ObjectScan {
    enum Step {
        case taking(ObjectCaptureSession)
        case making(Double)
    }

    private(set) var step: Step
    /// Called once. The object is nil if the person gave up.
    @ObservationIgnored var onEnd: (Result<CapturedObject?, Error>) -> Void = { _ in }
    @ObservationIgnored private var making: PhotogrammetrySession?
    @ObservationIgnored private var hasEnded = false
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("object-capture")
    private var pictures: URL { folder.appendingPathComponent("pictures") }
    private var checkpoints: URL { folder.appendingPathComponent("checkpoints") }

    init() {
        step = .taking(ObjectCaptureSession())
    }

    /// Starts to take pictures. Those of an earlier capture are removed.
    func start() {
        guard case .taking(let session) = step else { return }
        UIApplication.shared.isIdleTimerDisabled = true
        do {
            try? FileManager.default.removeItem(at: folder)
            for each in [pictures, checkpoints] {
                try FileManager.default.createDirectory(at: each, withIntermediateDirectories: true)
            }
        } catch {
            end(.failure(error))
            return
        }
        var configuration = ObjectCaptureSession.Configuration()
        configuration.checkpointDirectory = checkpoints
        session.start(imagesDirectory: pictures, configuration: configuration)
        Task { await follow(session) }
    }

    func giveUp() {
        if case .taking(let session) = step {
            session.cancel()
        }
        making?.cancel()
        end(.success(nil))
    }

    private func follow(_ session: ObjectCaptureSession) async {
        for await state in session.stateUpdates {
            switch state {
            case .failed(let error):
                end(.failure(error))
                return
            case .completed:
                // The view and this task let go of the session, whose memory the model needs.
                step = .making(0)
                Task { await make() }
                return
            default:
                break
            }
        }
    }

    private func make() async {
        do {
            end(.success(try await makeModel()))
        } catch {
            end(.failure(error))
        }
    }

    private func makeModel() async throws -> CapturedObject? {
        let model = folder.appendingPathComponent("object.usdz")
        var configuration = PhotogrammetrySession.Configuration()
        configuration.checkpointDirectory = checkpoints
        let session = try PhotogrammetrySession(input: pictures, configuration: configuration)
        making = session
        var sides = SIMD3<Float>(0, 0, 0)
        try session.process(requests: [.modelFile(url: model, detail: .reduced), .bounds])
        outputs: for try await output in session.outputs {
            switch output {
            case .requestProgress(let request, fractionComplete: let share):
                if case .modelFile = request {
                    step = .making(share)
                }
            case .requestComplete(_, .bounds(let box)):
                sides = box.extents
            case .requestError(_, let error):
                throw error
            case .processingCancelled:
                return nil
            case .processingComplete:
                break outputs
            default:
                break
            }
        }
        let count = try FileManager.default.contentsOfDirectory(atPath: pictures.path).count
        let thumbnail = await Self.draw(model)
        return CapturedObject(model: model, sides: sides, pictureCount: count, thumbnail: thumbnail)
    }

    private static func draw(_ model: URL) async -> Data? {
        let request = QLThumbnailGenerator.Request(
            fileAt: model,
            size: CGSize(width: 256, height: 256),
            scale: 1,
            representationTypes: .thumbnail
        )
        let drawn = try? await QLThumbnailGenerator.shared.generateBestRepresentation(for: request)
        return drawn?.uiImage.jpegData(compressionQuality: 0.8)
    }

    private func end(_ result: Result<CapturedObject?, Error>) {
        guard !hasEnded else { return }
        hasEnded = true
        making = nil
        UIApplication.shared.isIdleTimerDisabled = false
        for each in [pictures, checkpoints] {
            try? FileManager.default.removeItem(at: each)
        }
        onEnd(result)
    }
}
#endif
