import Capacitor

class MainViewController: CAPBridgeViewController {
    override func capacitorDidLoad() {
        bridge?.registerPluginInstance(LastScansPlugin())
        AppLinks.bridgeIsLoaded()
    }
}
