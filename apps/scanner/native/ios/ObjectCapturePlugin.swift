import Capacitor
import RealityKit
import SwiftUI
import UIKit

/// Captures an object with Object Capture. It is called from src/object-capture.ts.
@objc(ObjectCapturePlugin)
public class ObjectCapturePlugin: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "ObjectCapturePlugin"
    public let jsName = "ObjectCapture"
    public let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "isSupported", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "capture", returnType: CAPPluginReturnPromise)
    ]

    // The SDK of the simulator has neither class.
    #if targetEnvironment(simulator)
    @objc func isSupported(_ call: CAPPluginCall) {
        call.resolve(["isSupported": false])
    }

    @objc func capture(_ call: CAPPluginCall) {
        call.reject("This device cannot capture objects.")
    }
    #else
    @objc func isSupported(_ call: CAPPluginCall) {
        guard #available(iOS 17.0, *) else {
            call.resolve(["isSupported": false])
            return
        }
        DispatchQueue.main.async {
            let isSupported = ObjectCaptureSession.isSupported && PhotogrammetrySession.isSupported
            call.resolve(["isSupported": isSupported])
        }
    }

    /// Resolves with the file of the object, its sides in meters and a small picture, and without a
    /// file if the person gave up.
    @objc func capture(_ call: CAPPluginCall) {
        guard #available(iOS 17.0, *) else {
            call.reject("This device cannot capture objects.")
            return
        }
        DispatchQueue.main.async {
            guard ObjectCaptureSession.isSupported, PhotogrammetrySession.isSupported else {
                call.reject("This device cannot capture objects.")
                return
            }
            let scan = ObjectScan()
            let controller = UIHostingController(rootView: ObjectScanScreen(scan: scan))
            controller.modalPresentationStyle = .fullScreen
            scan.onEnd = { [weak controller] result in
                controller?.dismiss(animated: true) {
                    switch result {
                    case .success(let object):
                        call.resolve(object?.fields ?? [:])
                    case .failure(let error):
                        call.reject("The object was not captured.", nil, error)
                    }
                }
            }
            self.bridge?.viewController?.present(controller, animated: true) { scan.start() }
        }
    }
    #endif
}
