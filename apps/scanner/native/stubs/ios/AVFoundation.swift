// Declares the part of AVFAudio that ../../ios uses, for a check of types without Xcode. See
// Apple's documentation, developer.apple.com/documentation/avfaudio (AVSpeechSynthesizer,
// AVSpeechUtterance, AVSpeechSynthesisVoice).
@_exported import Foundation

public enum AVSpeechBoundary: Int {
    case immediate
    case word
}
public class AVSpeechSynthesisVoice: NSObject {
    public init?(language: String?) { nil }
}
public class AVSpeechUtterance: NSObject {
    public init(string: String) {}
    public var voice: AVSpeechSynthesisVoice?
}
public class AVSpeechSynthesizer: NSObject {
    @discardableResult
    public func stopSpeaking(at boundary: AVSpeechBoundary) -> Bool { true }
    public func speak(_ utterance: AVSpeechUtterance) {}
}
