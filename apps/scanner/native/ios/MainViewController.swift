import Capacitor

class MainViewController: CAPBridgeViewController {
    override func capacitorDidLoad() {
        bridge?.registerPluginInstance(FileSheetPlugin())
        bridge?.registerPluginInstance(LastScansPlugin())
        AppLinks.bridgeIsLoaded()
    }
}
