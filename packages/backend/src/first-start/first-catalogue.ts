import type { SqlSession, Transact } from '../database/database.ts'
import { type ImageFiles, productImages } from '../images/image-files.ts'
import type { Settings } from '../settings.ts'
import type { Say } from '../say.ts'
import type { DemoImage, SeedDemo } from './demo-target.ts'
import { isDone, recordDone } from './progress.ts'

/**
 * Fills the catalogue on the first start, or leaves it empty, as asked. All of it is one transaction: a start that
 * is cut off leaves an empty catalogue and pictures that the next start writes again.
 * @returns whether this start did it
 */
export async function fillFirstCatalogue(
  transact: Transact,
  seed: Settings['seed'],
  loadSeedDemo: () => Promise<SeedDemo>,
  images: ImageFiles,
  say: Say,
): Promise<boolean> {
  return transact(async (session) => {
    if (await isDone(session, 'catalogue')) return false
    if (seed === 'demo') {
      say('filling the catalogue with the demo products …')
      const seedDemo = await loadSeedDemo()
      await seedDemo({
        query: async (sql, params) => session.query(sql, params),
        putImages: async (pictures) => putImages(session, images, pictures),
      })
    }
    await recordDone(session, 'catalogue', seed)
    return true
  })
}

async function putImages(
  session: SqlSession,
  images: ImageFiles,
  pictures: readonly DemoImage[],
): Promise<void> {
  await Promise.all(pictures.map(async ({ name, bytes }) => images.replace(name, bytes)))
  await session.query(
    `insert into storage.objects (bucket_id, name, version, metadata)
     select $1, name, gen_random_uuid()::text,
       jsonb_build_object('mimetype', type, 'size', size, 'contentLength', size, 'cacheControl', 'max-age=31536000')
     from unnest($2::text[], $3::text[], $4::int[]) as picture(name, type, size)
     on conflict (bucket_id, name) do nothing`,
    [
      productImages,
      pictures.map((picture) => picture.name),
      pictures.map((picture) => picture.contentType),
      pictures.map((picture) => picture.bytes.byteLength),
    ],
  )
}
