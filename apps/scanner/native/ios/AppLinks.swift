import Capacitor
import UIKit

/// Passes links to the web code in the same way as links that the system opens.
@MainActor
enum AppLinks {
    private static var isLoaded = false
    private static var pending: [URL] = []

    /// Opens a link, or keeps it until Capacitor has loaded.
    static func open(_ link: String) {
        guard let url = URL(string: link) else { return }
        if isLoaded {
            _ = ApplicationDelegateProxy.shared.application(UIApplication.shared, open: url)
        } else {
            pending.append(url)
        }
    }

    static func bridgeIsLoaded() {
        isLoaded = true
        let links = pending
        pending = []
        for url in links {
            _ = ApplicationDelegateProxy.shared.application(UIApplication.shared, open: url)
        }
    }

    /// Returns the link that fills in the screen for writing. The value is escaped, so it cannot
    /// add other parts to the link.
    static func writing(url: URL?, text: String?) -> String {
        let link = "scanhook://write-nfc"
        let field = url == nil ? "text" : "url"
        guard let value = url?.absoluteString ?? text, !value.isEmpty else { return link }
        let escaped = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return "\(link)?\(field)=\(escaped)"
    }
}
