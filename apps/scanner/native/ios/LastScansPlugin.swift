import Capacitor

/// Stores the last scans. It is called from src/last-scans.ts.
@objc(LastScansPlugin)
public class LastScansPlugin: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "LastScansPlugin"
    public let jsName = "LastScans"
    public let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "keep", returnType: CAPPluginReturnPromise)
    ]

    @objc func keep(_ call: CAPPluginCall) {
        LastScans.nfc.keep(call.getString("nfc"))
        LastScans.code.keep(call.getString("code"))
        call.resolve()
    }
}
