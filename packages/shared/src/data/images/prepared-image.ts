/** A photo that was made ready to be a product image, with everything that is stored of it. */
export interface PreparedImage {
  readonly file: File
  /** The image made smaller, as cards show it: docs/decisions/28. */
  readonly sizes: readonly PreparedSize[]
  /** Every width that it is there in, ascending; the last is its own (see `imageWidths`). */
  readonly widths: readonly number[]
  /** What stands in for it while it loads, as `#rrggbb`; null when it can be seen through. */
  readonly colour: string | null
}

/** One of an image's smaller sizes. */
export interface PreparedSize {
  /** In pixels. */
  readonly width: number
  readonly image: Blob
}

/** An image that a record shows, or is about to. */
export interface StoredImage {
  readonly url: string
  /** Null for an image without sizes: from elsewhere, or uploaded before there were any. */
  readonly widths: readonly number[] | null
  readonly colour: string | null
}
