// Declares the part of Core NFC that ../../ios uses, for a check of types without Xcode. See
// Apple's documentation, developer.apple.com/documentation/corenfc, the page of each type by its
// name (NFCTagReaderSession, NFCTagReaderSessionDelegate, NFCNDEFTag, NFCTag, NFCReaderError).
@_exported import Foundation

public enum NFCNDEFStatus: UInt {
    case notSupported = 1
    case readWrite = 2
    case readOnly = 3
}

public protocol NFCNDEFTag: NSObjectProtocol {
    func queryNDEFStatus(completionHandler: @escaping (NFCNDEFStatus, Int, (any Error)?) -> Void)
    func writeLock(completionHandler: @escaping ((any Error)?) -> Void)
}
public protocol NFCMiFareTag: NFCNDEFTag {
    var identifier: Data { get }
}
public protocol NFCISO7816Tag: NFCNDEFTag {
    var identifier: Data { get }
}
public protocol NFCISO15693Tag: NFCNDEFTag {
    var identifier: Data { get }
}
public protocol NFCFeliCaTag: NFCNDEFTag {
    var currentIDm: Data { get }
}

public enum NFCTag {
    case feliCa(any NFCFeliCaTag)
    case iso7816(any NFCISO7816Tag)
    case iso15693(any NFCISO15693Tag)
    case miFare(any NFCMiFareTag)
}

public struct NFCReaderError: Error {
    public enum Code: Int {
        case readerSessionInvalidationErrorUserCanceled = 200
        case readerSessionInvalidationErrorSessionTimeout = 201
        case readerSessionInvalidationErrorSystemIsBusy = 203
    }
    public var code: Code
}

public class NFCReaderSession: NSObject {
    public var alertMessage = ""
    public func begin() {}
    public func invalidate() {}
}

public class NFCTagReaderSession: NFCReaderSession {
    public struct PollingOption: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let iso14443 = PollingOption(rawValue: 1)
        public static let iso15693 = PollingOption(rawValue: 2)
        public static let iso18092 = PollingOption(rawValue: 4)
    }
    public init?(
        pollingOption: PollingOption,
        delegate: any NFCTagReaderSessionDelegate,
        queue: DispatchQueue? = nil
    ) { nil }
    public func connect(to tag: NFCTag, completionHandler: @escaping ((any Error)?) -> Void) {}
    public func restartPolling() {}
}

public protocol NFCTagReaderSessionDelegate: NSObjectProtocol {
    func tagReaderSessionDidBecomeActive(_ session: NFCTagReaderSession)
    func tagReaderSession(_ session: NFCTagReaderSession, didInvalidateWithError error: any Error)
    func tagReaderSession(_ session: NFCTagReaderSession, didDetect tags: [NFCTag])
}
