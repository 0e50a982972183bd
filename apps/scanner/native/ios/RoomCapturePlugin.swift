import Capacitor
import RoomPlan
import UIKit

/// Scans a room with RoomPlan. It is called from src/room-capture.ts.
@objc(RoomCapturePlugin)
public class RoomCapturePlugin: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "RoomCapturePlugin"
    public let jsName = "RoomCapture"
    public let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "isSupported", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "scan", returnType: CAPPluginReturnPromise)
    ]

    @objc func isSupported(_ call: CAPPluginCall) {
        if #available(iOS 17.0, *) {
            call.resolve(["isSupported": RoomCaptureSession.isSupported])
        } else {
            call.resolve(["isSupported": false])
        }
    }

    /// Resolves with the room as JSON, and without one if the person gave up.
    @objc func scan(_ call: CAPPluginCall) {
        guard #available(iOS 17.0, *), RoomCaptureSession.isSupported else {
            call.reject("This device cannot scan rooms.")
            return
        }
        DispatchQueue.main.async {
            let controller = RoomCaptureController { result in
                do {
                    guard let room = try result.get() else {
                        call.resolve([:])
                        return
                    }
                    let json = try JSONEncoder().encode(room)
                    call.resolve(["room": String(decoding: json, as: UTF8.self)])
                } catch {
                    call.reject("The room was not scanned.", nil, error)
                }
            }
            self.bridge?.viewController?.present(controller, animated: true)
        }
    }
}
