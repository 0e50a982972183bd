import AVFoundation
import Capacitor

/// Reads a text aloud with the voice of the system. It is called from src/voice.ts.
@objc(VoicePlugin)
public class VoicePlugin: CAPPlugin, CAPBridgedPlugin {
    public let identifier = "VoicePlugin"
    public let jsName = "Voice"
    public let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "speak", returnType: CAPPluginReturnPromise)
    ]
    private let synthesizer = AVSpeechSynthesizer()

    /// Interrupts the text that is being read.
    @objc func speak(_ call: CAPPluginCall) {
        let utterance = AVSpeechUtterance(string: call.getString("text", ""))
        utterance.voice = AVSpeechSynthesisVoice(language: call.getString("language", "en"))
        DispatchQueue.main.async {
            self.synthesizer.stopSpeaking(at: .immediate)
            self.synthesizer.speak(utterance)
            call.resolve()
        }
    }
}
