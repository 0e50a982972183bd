import Capacitor

/// Lets the web code keep what was scanned last: the other end is src/last-scans.ts.
@objc(LastScansPlugin)
public class LastScansPlugin: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "LastScansPlugin"
    public let jsName = "LastScans"
    public let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "keep", returnType: CAPPluginReturnPromise)
    ]

    @objc func keep(_ call: CAPPluginCall) {
        LastScans.nfc.keep(call.getString("nfc", ""))
        LastScans.code.keep(call.getString("code", ""))
        call.resolve()
    }
}
