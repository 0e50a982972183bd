import RoomPlan
import UIKit

/// Shows Apple's view for scanning a room, with a button that finishes and one that gives up.
@available(iOS 17.0, *)
class RoomCaptureController: UIViewController, RoomCaptureViewDelegate {
    /// Called once, after the view is gone. The room is nil if the person gave up.
    private let onEnd: (Result<CapturedRoom?, Error>) -> Void
    private let captureView = RoomCaptureView(frame: .zero)
    private let finishButton = UIButton(configuration: .borderedProminent())
    private var hasGivenUp = false
    private var hasEnded = false

    init(onEnd: @escaping (Result<CapturedRoom?, Error>) -> Void) {
        self.onEnd = onEnd
        super.init(nibName: nil, bundle: nil)
        modalPresentationStyle = .fullScreen
    }

    required init?(coder: NSCoder) {
        return nil
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        captureView.frame = view.bounds
        captureView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        captureView.delegate = self
        view.addSubview(captureView)

        let cancelButton = UIButton(configuration: .bordered())
        cancelButton.setTitle(NSLocalizedString("Cancel", comment: ""), for: .normal)
        cancelButton.addAction(UIAction { [weak self] _ in self?.giveUp() }, for: .touchUpInside)
        finishButton.setTitle(NSLocalizedString("Finish", comment: ""), for: .normal)
        finishButton.addAction(UIAction { [weak self] _ in self?.finish() }, for: .touchUpInside)
        let bar = UIStackView(arrangedSubviews: [cancelButton, UIView(), finishButton])
        bar.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(bar)
        let area = view.safeAreaLayoutGuide
        NSLayoutConstraint.activate([
            bar.topAnchor.constraint(equalTo: area.topAnchor, constant: 12),
            bar.leadingAnchor.constraint(equalTo: area.leadingAnchor, constant: 16),
            bar.trailingAnchor.constraint(equalTo: area.trailingAnchor, constant: -16)
        ])
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        // Nobody touches the screen while walking.
        UIApplication.shared.isIdleTimerDisabled = true
        captureView.captureSession.run(configuration: RoomCaptureSession.Configuration())
    }

    private func finish() {
        finishButton.isEnabled = false
        captureView.captureSession.stop()
    }

    private func giveUp() {
        guard !hasGivenUp else { return }
        hasGivenUp = true
        captureView.captureSession.stop()
        end(.success(nil))
    }

    private func end(_ result: Result<CapturedRoom?, Error>) {
        guard !hasEnded else { return }
        hasEnded = true
        UIApplication.shared.isIdleTimerDisabled = false
        dismiss(animated: true) { self.onEnd(result) }
    }

    func captureView(shouldPresent roomDataForProcessing: CapturedRoomData, error: Error?) -> Bool {
        if let error, !hasGivenUp {
            end(.failure(error))
        }
        return error == nil && !hasGivenUp
    }

    func captureView(didPresent processedResult: CapturedRoom, error: Error?) {
        guard !hasGivenUp else { return }
        if let error {
            end(.failure(error))
        } else {
            end(.success(processedResult))
        }
    }
}
