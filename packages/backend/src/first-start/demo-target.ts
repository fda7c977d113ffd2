/** One picture of the demo catalogue, named as it will be named in the bucket `product-images`. */
export interface DemoImage {
  readonly name: string
  readonly bytes: Uint8Array
  readonly contentType: string
}

/** What the demo catalogue is written to, inside one transaction. */
export interface DemoTarget {
  query(sql: string, params?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  putImages(images: readonly DemoImage[]): Promise<void>
}

/** Writes the whole demo catalogue; the caller keeps all of it or nothing. */
export type SeedDemo = (target: DemoTarget) => Promise<void>
