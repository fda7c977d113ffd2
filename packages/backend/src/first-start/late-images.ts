import type { Transact } from '../database/database.ts'
import { type ImageFiles, productImages } from '../images/image-files.ts'
import type { Say } from '../say.ts'
import type { Demo, DemoDrawing, DemoImage } from './demo-target.ts'
import { recordDone, valueOf } from './progress.ts'

/** What is said when all of the demo's images are there. */
export const allDrawn = 'the demo pictures are drawn'

/** The demo's images while they are drawn, which goes on after the site has begun to answer. */
export interface LateImages {
  /** Begins to draw what is missing; what somebody asks for comes first. */
  begin(): void
  /** Resolves when an image of this name has been drawn, or at once when none of that name is to come. */
  awaited(name: string): Promise<void>
  /** Ends the drawing, which the next start goes on with. */
  close(): Promise<void>
}

export interface LateImagesOptions {
  readonly transact: Transact
  readonly images: ImageFiles
  readonly loadDemo: () => Promise<Demo>
  readonly say: Say
}

const none: LateImages = { begin() {}, async awaited() {}, async close() {} }

/**
 * Draws the demo's images that the first start left for later, if there are any: one after the other, each stored
 * before the next is begun. A start that is cut off is gone on with by the next one.
 */
export async function createLateImages(options: LateImagesOptions): Promise<LateImages> {
  const { transact, images, loadDemo, say } = options
  const state = await transact(async (session) => valueOf(session, 'demo images'))
  if (state !== 'awaited') return none

  const drawing = (await loadDemo()).startDrawing()
  const missing = await missingEntries(drawing, images)
  const entryOf = new Map(
    [...missing].flatMap((entry) => namesOf(drawing, entry).map((name) => [name, entry])),
  )
  const arrivals = new Map([...missing].map((entry) => [entry, Promise.withResolvers<void>()]))
  const wanted: number[] = []
  const ending = new AbortController()
  let work: Promise<void> = Promise.resolve()

  function next(): number | undefined {
    return wanted.find((entry) => missing.has(entry)) ?? missing.values().next().value
  }

  async function drawAll(): Promise<void> {
    for (let entry = next(); entry !== undefined && !ending.signal.aborted; entry = next()) {
      await put(transact, images, await drawing.draw(entry))
      missing.delete(entry)
      arrivals.get(entry)?.resolve()
    }
    if (ending.signal.aborted) return
    await transact(async (session) => recordDone(session, 'demo images', 'drawn'))
    await drawing.end()
    say(allDrawn)
  }

  async function end(): Promise<void> {
    ending.abort()
    await drawing.end()
    for (const arrival of arrivals.values()) arrival.resolve()
  }

  return {
    begin() {
      work = drawAll().catch(async (error: unknown) => {
        if (!ending.signal.aborted) say(`the demo pictures cannot be drawn: ${String(error)}`)
        await end()
      })
    },
    async awaited(name) {
      const entry = entryOf.get(name)
      if (entry === undefined || ending.signal.aborted) return
      if (missing.has(entry) && !wanted.includes(entry)) wanted.push(entry)
      await arrivals.get(entry)?.promise
    },
    async close() {
      await end()
      await work
    },
  }
}

/** Serves images that are still to be drawn to those who ask for them, when they are. */
export function withLateImages(images: ImageFiles, late: LateImages): ImageFiles {
  return {
    ...images,
    async status(name) {
      const status = await images.status(name)
      if (status !== null) return status
      await late.awaited(name)
      return images.status(name)
    },
  }
}

function namesOf(drawing: DemoDrawing, entry: number): readonly string[] {
  return drawing.names[entry] ?? []
}

/** The entries of which an image is not on the disk, in their order. */
async function missingEntries(drawing: DemoDrawing, images: ImageFiles): Promise<Set<number>> {
  const found = await Promise.all(
    drawing.names.map(async (names) => Promise.all(names.map(async (name) => images.status(name)))),
  )
  return new Set(found.flatMap((statuses, entry) => (statuses.includes(null) ? [entry] : [])))
}

async function put(transact: Transact, images: ImageFiles, drawn: readonly DemoImage[]): Promise<void> {
  await transact(async (session) =>
    session.query(
      `insert into storage.objects (bucket_id, name, version, metadata)
       select $1, name, gen_random_uuid()::text,
         jsonb_build_object('mimetype', type, 'size', size, 'contentLength', size, 'cacheControl', 'max-age=31536000')
       from unnest($2::text[], $3::text[], $4::int[]) as picture(name, type, size)
       on conflict (bucket_id, name) do nothing`,
      [
        productImages,
        drawn.map(({ name }) => name),
        drawn.map(({ contentType }) => contentType),
        drawn.map(({ bytes }) => bytes.byteLength),
      ],
    ),
  )
  // The files last, since they are what tells that an image is there.
  await Promise.all(drawn.map(async ({ name, bytes }) => images.replace(name, bytes)))
}
