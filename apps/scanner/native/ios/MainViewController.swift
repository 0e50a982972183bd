import Capacitor

class MainViewController: CAPBridgeViewController {
    override func capacitorDidLoad() {
        bridge?.registerPluginInstance(FileSheetPlugin())
        bridge?.registerPluginInstance(HttpPlugin())
        bridge?.registerPluginInstance(LastScansPlugin())
        bridge?.registerPluginInstance(ObjectCapturePlugin())
        bridge?.registerPluginInstance(RoomCapturePlugin())
        bridge?.registerPluginInstance(TagLockPlugin())
        bridge?.registerPluginInstance(VoicePlugin())
        AppLinks.bridgeIsLoaded()
    }
}
