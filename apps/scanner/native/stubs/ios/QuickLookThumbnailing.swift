// Declares the part of Quick Look Thumbnailing that ../../ios uses, for a check of types without
// Xcode. See Apple's documentation, developer.apple.com/documentation/quicklookthumbnailing
// (QLThumbnailGenerator, QLThumbnailGenerator.Request, QLThumbnailRepresentation).
@_exported import UIKit

public class QLThumbnailRepresentation: NSObject, @unchecked Sendable {
    public var uiImage: UIImage { UIImage() }
}
public class QLThumbnailGenerator: NSObject, @unchecked Sendable {
    public static let shared = QLThumbnailGenerator()
    public class Request: NSObject {
        public struct RepresentationTypes: OptionSet, Sendable {
            public let rawValue: UInt
            public init(rawValue: UInt) { self.rawValue = rawValue }
            public static let thumbnail = RepresentationTypes(rawValue: 4)
        }
        public init(
            fileAt url: URL,
            size: CGSize,
            scale: CGFloat,
            representationTypes: RepresentationTypes
        ) {}
    }
    public func generateBestRepresentation(
        for request: Request
    ) async throws -> QLThumbnailRepresentation { fatalError() }
}
