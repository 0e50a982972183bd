import AppIntents
import Foundation

/// What was scanned last, in the app group's store: there it can be read without starting the app.
enum LastScans: String {
    case nfc
    case code

    private static var store: UserDefaults? {
        UserDefaults(suiteName: "group.\(Bundle.main.bundleIdentifier ?? "")")
    }

    /// An empty content forgets the one before.
    func keep(_ content: String) {
        LastScans.store?.set(content, forKey: "last-\(rawValue)")
    }

    func content() throws -> String {
        guard let content = LastScans.store?.string(forKey: "last-\(rawValue)"), !content.isEmpty else {
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
            return "No NFC tag with a content was scanned yet. Scan one first."
        case .code:
            return "No code was scanned yet. Scan one first."
        }
    }
}
