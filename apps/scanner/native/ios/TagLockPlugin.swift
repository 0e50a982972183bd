import Capacitor
import CoreNFC

/// Makes a tag permanently read-only, which the plugin for NFC does not do on iPhones. It is called
/// from src/tag-lock.ts, which knows the messages.
@objc(TagLockPlugin)
public class TagLockPlugin: CAPPlugin, CAPBridgedPlugin, NFCTagReaderSessionDelegate {
    public let identifier = "TagLockPlugin"
    public let jsName = "TagLock"
    public let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "lock", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "cancel", returnType: CAPPluginReturnPromise)
    ]
    /// Only used on the main thread, on which the session calls back, too.
    private var session: NFCTagReaderSession?
    private var waitingCall: CAPPluginCall?
    private var wantedId = Data()
    private var texts = (hold: "", other: "")

    /// Waits for the tag with this identifier and locks it, and no other tag.
    @objc func lock(_ call: CAPPluginCall) {
        let bytes = call.getArray("id", Int.self) ?? []
        let texts = (hold: call.getString("hold", ""), other: call.getString("other", ""))
        DispatchQueue.main.async {
            let session = NFCTagReaderSession(
                pollingOption: [.iso14443, .iso15693],
                delegate: self,
                queue: .main
            )
            guard let session, !bytes.isEmpty else {
                call.reject("This tag cannot be locked.", "UNSUPPORTED")
                return
            }
            self.end { $0.reject("Another tag is locked now.", "CANCELLED") }
            self.wantedId = Data(bytes.map { UInt8(truncatingIfNeeded: $0) })
            self.texts = texts
            self.waitingCall = call
            self.session = session
            session.alertMessage = texts.hold
            session.begin()
        }
    }

    @objc func cancel(_ call: CAPPluginCall) {
        DispatchQueue.main.async {
            self.end { $0.reject("Locking was canceled.", "CANCELLED") }
            call.resolve()
        }
    }

    public func tagReaderSessionDidBecomeActive(_ session: NFCTagReaderSession) {}

    public func tagReaderSession(_ session: NFCTagReaderSession, didInvalidateWithError error: Error) {
        guard session === self.session else { return }
        end { $0.reject("Failed to lock: \(describe(error))", nil, error) }
    }

    public func tagReaderSession(_ session: NFCTagReaderSession, didDetect tags: [NFCTag]) {
        guard tags.count == 1, let tag = tags.first, let lockable = findWanted(tag) else {
            session.alertMessage = texts.other
            // Without a pause, the same tag would be detected again at once.
            DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) { session.restartPolling() }
            return
        }
        session.connect(to: tag) { error in
            if let error {
                self.end { $0.reject("Tag connection lost.", nil, error) }
                return
            }
            self.makeReadOnly(lockable)
        }
    }

    private func makeReadOnly(_ tag: NFCNDEFTag) {
        tag.queryNDEFStatus { status, _, error in
            if let error {
                self.end { $0.reject("Tag connection lost.", nil, error) }
            } else if status == .readOnly {
                self.end { $0.resolve() }
            } else if status == .notSupported {
                self.end { $0.reject("Tag does not support NDEF.") }
            } else {
                tag.writeLock { error in
                    self.end { call in
                        if let error {
                            call.reject("Failed to make the tag read only.", nil, error)
                        } else {
                            call.resolve()
                        }
                    }
                }
            }
        }
    }

    /// Core NFC may word its errors in the language of the phone. The page knows them in English.
    private func describe(_ error: Error) -> String {
        switch (error as? NFCReaderError)?.code {
        case .readerSessionInvalidationErrorUserCanceled:
            return "Session invalidated by user"
        case .readerSessionInvalidationErrorSessionTimeout:
            return "Session timeout"
        case .readerSessionInvalidationErrorSystemIsBusy:
            return "System resource unavailable"
        default:
            return error.localizedDescription
        }
    }

    /// Returns the tag if it has the identifier that is waited for.
    private func findWanted(_ tag: NFCTag) -> NFCNDEFTag? {
        switch tag {
        case .miFare(let tag):
            return tag.identifier == wantedId ? tag : nil
        case .iso7816(let tag):
            return tag.identifier == wantedId ? tag : nil
        case .iso15693(let tag):
            return tag.identifier == wantedId ? tag : nil
        default:
            return nil
        }
    }

    private func end(_ answer: (CAPPluginCall) -> Void) {
        let (session, call) = (self.session, waitingCall)
        self.session = nil
        waitingCall = nil
        session?.invalidate()
        if let call {
            answer(call)
        }
    }
}
