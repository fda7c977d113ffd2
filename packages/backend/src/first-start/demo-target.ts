/** One picture of the demo catalogue, named as it will be named in the bucket `product-images`. */
export interface DemoImage {
  readonly name: string
  readonly bytes: Uint8Array
  readonly contentType: string
}

/** What the demo catalogue's rows are written to, inside one transaction. */
export interface DemoTarget {
  query(sql: string, params?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
}

/** Draws the images that the rows refer to, a few seconds' work for a processor, in another thread. */
export interface DemoDrawing {
  /**
   * What can be drawn, by the names of all images that come of it (a picture and its sizes), in the order in which
   * visitors come upon them.
   */
  readonly names: readonly (readonly string[])[]
  /**
   * Draws the images of one entry of `names`; one at a time.
   * @throws when the thread fails
   */
  draw(entry: number): Promise<readonly DemoImage[]>
  /** Ends the thread, whatever it is doing. */
  end(): Promise<void>
}

/** The demo catalogue: its rows at once, its images as they are wanted. */
export interface Demo {
  /** Writes every row; the caller keeps all of them or none. */
  writeRows(target: DemoTarget): Promise<void>
  startDrawing(): DemoDrawing
}
