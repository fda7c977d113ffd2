/** Why a chosen file cannot become a product image. */
export type ImageRefusalKind = 'empty' | 'not-an-image' | 'heic' | 'too-many-pixels' | 'failed'

/** A chosen file cannot become a product image; the message is a sentence for the person who chose it. */
export class ImageRefusal extends Error {
  override readonly name = 'ImageRefusal'
  readonly kind: ImageRefusalKind

  constructor(kind: ImageRefusalKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}
