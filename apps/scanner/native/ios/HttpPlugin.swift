import Capacitor
import Foundation

/// Sends requests as Capacitor's plugin does, whose place it takes. It is called from
/// src/receiver-fetch.ts, which gets the number of an error, because the message is in the language
/// of the phone.
@objc(HttpPlugin)
public class HttpPlugin: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "HttpPlugin"
    public let jsName = "CapacitorHttp"
    public let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "request", returnType: CAPPluginReturnPromise)
    ]

    @objc func request(_ call: CAPPluginCall) {
        let reject = call.errorHandler
        call.errorHandler = { failure in
            guard let failure, let error = failure.error as? URLError else {
                reject?(failure)
                return
            }
            let code = "NSURLErrorDomain \(error.code.rawValue)"
            reject?(CAPPluginCallError(message: failure.message, code: code, error: error, data: nil))
        }
        do {
            try HttpRequestHandler.request(call, nil, bridge?.config)
        } catch {
            call.reject(error.localizedDescription, nil, error)
        }
    }
}
