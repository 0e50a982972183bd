#if !targetEnvironment(simulator)
import RealityKit
import SwiftUI

/// Apple's view for capturing an object, with the buttons that lead through it, then how far its
/// model is.
@available(iOS 17.0, *)
struct ObjectScanScreen: View {
    let scan: ObjectScan
    /// Whether the session is paused until the object was turned over.
    @State private var isTurning = false

    var body: some View {
        ZStack {
            switch scan.step {
            case .taking(let session):
                ObjectCaptureView(session: session)
                    .ignoresSafeArea()
                VStack(spacing: 12) {
                    cancelButton
                    Spacer()
                    if let hint = findHint(session) {
                        Text(hint)
                            .multilineTextAlignment(.center)
                            .padding(10)
                            .background(.regularMaterial, in: RoundedRectangle(cornerRadius: 12))
                    }
                    controls(session)
                        .controlSize(.large)
                        .buttonStyle(.borderedProminent)
                }
                .padding()
            case .making(let share):
                VStack(spacing: 20) {
                    ProgressView("Making the object", value: share)
                    Text("This takes some minutes. Keep the app open.")
                        .foregroundStyle(.secondary)
                    Button("Cancel") { scan.giveUp() }
                }
                .padding(32)
            }
        }
    }

    private var cancelButton: some View {
        HStack {
            Button("Cancel") { scan.giveUp() }
                .buttonStyle(.bordered)
            Spacer()
        }
    }

    @ViewBuilder
    private func controls(_ session: ObjectCaptureSession) -> some View {
        if session.state == .ready {
            Button("Continue") { _ = session.startDetecting() }
        } else if session.state == .detecting {
            Button("Take the pictures") { session.startCapturing() }
            Button("Choose again") { _ = session.resetDetection() }
                .buttonStyle(.bordered)
        } else if session.state == .capturing && isTurning {
            Button("It is turned over") { goOn(session) }
        } else if session.state == .capturing {
            if session.userCompletedScanPass {
                Button("Another round, from another height") { session.beginNewScanPass() }
                if !session.feedback.contains(.objectNotFlippable) {
                    Button("Turn it over, for its underside") { pause(session) }
                }
            }
            Button("Finish") { session.finish() }
        } else {
            ProgressView()
        }
    }

    /// A new pass after the object was turned begins only while the session is paused.
    private func pause(_ session: ObjectCaptureSession) {
        session.pause()
        isTurning = true
    }

    private func goOn(_ session: ObjectCaptureSession) {
        isTurning = false
        session.beginNewScanPassAfterFlip()
        if session.isPaused {
            session.resume()
        }
    }

    private func findHint(_ session: ObjectCaptureSession) -> LocalizedStringKey? {
        if isTurning {
            return "Turn the object over, to a side that was not seen yet."
        }
        let feedback = session.feedback
        if feedback.contains(.environmentTooDark) || feedback.contains(.environmentLowLight) {
            return "Switch on more light."
        }
        if feedback.contains(.movingTooFast) {
            return "Move slower."
        }
        if feedback.contains(.objectTooClose) {
            return "Move away from the object."
        }
        if feedback.contains(.objectTooFar) {
            return "Move closer to the object."
        }
        if feedback.contains(.outOfFieldOfView) {
            return "Aim at the object."
        }
        if session.state == .ready {
            return "Aim at the object."
        }
        if session.state == .detecting {
            return "Make the box fit round the whole object."
        }
        return session.state == .capturing ? "Walk slowly round the object." : nil
    }
}
#endif
