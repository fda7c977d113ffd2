import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startPostgres } from '@giftwell/tooling/database/start-postgres.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { restoreBackup } from '../backup/restore-backup.ts'
import { packBackup } from '../backup/archive.ts'
import { sendCommand } from '../accounts/control-channel.ts'
import { dataFolderAt } from '../data-folder/data-folder.ts'
import { readSettings } from '../settings.ts'
import { tokenOf } from '../testing/clients-of.ts'
import { startChild } from '../testing/child-process.ts'
import { pngPicture } from '../testing/picture.ts'
import { startBucket } from '../testing/start-bucket.ts'
import { administrator, startTestServer } from '../testing/test-server.ts'
import { sharedFolder } from '../testing/shared-folder.ts'
import { createBucketImages, ImageExistsError, type ImageFiles } from './image-files.ts'

const migrationsFolder = new URL('../../../../supabase/migrations', import.meta.url).pathname
const smtp = 'smtp://127.0.0.1:9'

const temporary = sharedFolder()
let bucket: Awaited<ReturnType<typeof startBucket>>
const at = (name: string): string => join(temporary.path, name)
beforeAll(async () => {
  bucket = await startBucket(at('bucket'))
})
afterAll(async () => {
  await bucket.close()
})

function imagesOf(url: string): ImageFiles {
  const settings = readSettings({ STORAGE_URL: url, SMTP_URL: smtp })
  if (settings.bucket === null) throw new Error('The settings have no bucket.')
  return createBucketImages(settings.bucket)
}

describe('images in a bucket', () => {
  const bytes = Buffer.from('picture')

  it('an image is added, read, copied and removed', async () => {
    const images = imagesOf(bucket.url)
    const added = await images.add('1.png', bytes)
    expect(added.size).toBe(7)
    expect(await images.status('1.png')).toEqual(added)
    expect(Buffer.from(await images.read('1.png'))).toEqual(bytes)
    expect(await images.copyTo('1.png', at('copy'))).toBe(true)
    expect(await readFile(at('copy'), 'utf8')).toBe('picture')
    await images.remove('1.png')
    expect(await images.status('1.png')).toBeNull()
    expect(await images.copyTo('1.png', at('none'))).toBe(false)
  })

  it('an image is not overwritten by an upload, and is by the replacement of an interrupted start', async () => {
    const images = imagesOf(bucket.url)
    await images.add('2.png', bytes)
    await expect(images.add('2.png', bytes)).rejects.toThrow(ImageExistsError)
    await images.replace('2.png', Buffer.from('whole picture'))
    expect((await images.status('2.png'))?.size).toBe(13)
  })

  it.each(['../secret.png', 'secret.txt', '4.png/../../secret.txt'])(
    'no method asks for the invalid name %s',
    async (name) => {
      const images = imagesOf(bucket.url)
      await expect(images.read(name)).rejects.toThrow('That is not the name of an image.')
      await expect(images.add(name, bytes)).rejects.toThrow('That is not the name of an image.')
      await expect(images.remove(name)).rejects.toThrow('That is not the name of an image.')
    },
  )

  it('a wrong key, a missing bucket and a service that is away are errors without the key', async () => {
    for (const url of [
      bucket.url.replace('S3RVER:S3RVER', 'S3RVER:hidden'),
      bucket.url.replace('/gifts', '/nowhere'),
      's3://S3RVER:hidden@127.0.0.1:9/gifts?tls=0',
    ]) {
      const error: unknown = await imagesOf(url)
        .add('3.png', bytes)
        .catch((thrown: unknown) => thrown)
      expect(String(error)).toBe('BucketError: The bucket of the images cannot be used.')
    }
  })
})

it(
  'with a database and a bucket a server holds nothing, and a backup of it moves anywhere',
  { timeout: 180_000 },
  async ({ skip }) => {
    const started = await startPostgres()
    if ('skipped' in started) return skip(started.skipped)
    await using postgres = started
    const settings = { DATABASE_URL: postgres.url, STORAGE_URL: bucket.url, SMTP_URL: smtp }
    const first = await startTestServer({ ...settings, DATA_DIR: at('first') })
    const admin = await first.signedIn(administrator)
    const picture = pngPicture({ note: 'in the bucket' })
    expect((await admin.storage.from('product-images').upload('0.5.png', picture)).error).toBeNull()
    const token = await tokenOf(admin)
    const [snapshot] = (await sendCommand(dataFolderAt(at('first')).control, { action: 'snapshot' })) ?? []
    await packBackup(snapshot ?? '', at('site.backup'), false)
    await first.close()

    // A new server, whose data folder is empty: users stay signed in, and images are there.
    const second = await startTestServer({ ...settings, DATA_DIR: at('second') })
    const user = await second.send('/auth/v1/user', { token })
    expect(user.status).toBe(200)
    const address = second.client().storage.from('product-images').getPublicUrl('0.5.png').data.publicUrl
    const shown = await fetch(address)
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(await shown.bytes()).toEqual(await picture.bytes())
    await second.close()

    // The command backs it up where no server has run.
    const command = startChild('backup-command.ts', [at('command.backup')], {
      ...settings,
      DATA_DIR: at('none'),
    })
    expect([await command.ended, command.err]).toEqual([0, []])

    // Back on one disk.
    await restoreBackup(readSettings({ DATA_DIR: at('restored') }), at('site.backup'), {
      force: false,
      migrationsFolder,
    })
    const restored = await startTestServer({ DATA_DIR: at('restored') })
    const local = await fetch(
      restored.client().storage.from('product-images').getPublicUrl('0.5.png').data.publicUrl,
    )
    expect(await local.bytes()).toEqual(await picture.bytes())
    await restored.close()
  },
)
