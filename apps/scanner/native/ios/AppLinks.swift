import Capacitor
import UIKit

/// Hands links to the web code just as if the system had opened them: there is one way in for all of them.
@MainActor
enum AppLinks {
    private static var isLoaded = false
    private static var waiting: [URL] = []

    /// A link that comes before Capacitor has loaded waits for it.
    static func open(_ link: String) {
        guard let url = URL(string: link) else { return }
        if isLoaded {
            _ = ApplicationDelegateProxy.shared.application(UIApplication.shared, open: url)
        } else {
            waiting.append(url)
        }
    }

    static func bridgeIsLoaded() {
        isLoaded = true
        let links = waiting
        waiting = []
        for url in links {
            _ = ApplicationDelegateProxy.shared.application(UIApplication.shared, open: url)
        }
    }

    /// The link that fills in the screen for writing; nothing in a value can be taken for a part of the link.
    static func writing(url: URL?, text: String?) -> String {
        let link = "scanhook://write-nfc"
        let field = url == nil ? "text" : "url"
        guard let value = url?.absoluteString ?? text, !value.isEmpty else { return link }
        let escaped = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return "\(link)?\(field)=\(escaped)"
    }
}
