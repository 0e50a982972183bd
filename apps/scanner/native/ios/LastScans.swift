import AppIntents
import Foundation

/// The last scan of each source, in the store of the app group, where intents read it without
/// starting the app.
enum LastScans: String {
    case nfc
    case code

    private static var store: UserDefaults? {
        UserDefaults(suiteName: "group.\(Bundle.main.bundleIdentifier ?? "")")
    }

    /// Replaces the content, which is empty for an empty tag. None removes it.
    func keep(_ content: String?) {
        LastScans.store?.set(content, forKey: "last-\(rawValue)")
    }

    func content() throws -> String {
        guard let content = LastScans.store?.string(forKey: "last-\(rawValue)") else {
            throw self == .nfc ? NothingScanned.tag : NothingScanned.code
        }
        return content
    }
}

enum NothingScanned: Error, CustomLocalizedStringResourceConvertible {
    case tag
    case code

    var localizedStringResource: LocalizedStringResource {
        switch self {
        case .tag:
            return "No NFC tag has been scanned yet. Scan one first."
        case .code:
            return "No code has been scanned yet. Scan one first."
        }
    }
}
