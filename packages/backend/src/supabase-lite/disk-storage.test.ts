import { beforeAll, expect, test } from 'vitest'
import { type RequestContext, requestContext } from '../database/request-context.ts'
import { createImageFiles, type ImageFiles, productImages } from '../images/image-files.ts'
import { createDiskStorage } from './storage-requests.ts'
import { sharedFolder } from '../testing/shared-folder.ts'

const temporary = sharedFolder()
let images: ImageFiles
beforeAll(async () => {
  images = createImageFiles(temporary.path)
})

/** Uploads an image and returns the context of the request, and its error. */
async function upload(to: ImageFiles, name: string): Promise<{ request: RequestContext; error: unknown }> {
  const request: RequestContext = { id: 'test', redirectTo: '' }
  const error: unknown = await requestContext.run(request, async () =>
    createDiskStorage(to)
      .uploadObject(productImages, name, undefined, Buffer.from('picture'), 'text/html', '')
      .then(
        () => null,
        (reason: unknown) => reason,
      ),
  )
  return { request, error }
}

test('an uploaded image has the content type of its name, and a second upload marks the request', async () => {
  expect((await upload(images, '1.png')).error).toBeNull()
  expect(await createDiskStorage(images).headObject(productImages, '1.png', undefined)).toMatchObject({
    mimetype: 'image/png',
    size: 7,
  })
  const { request, error } = await upload(images, '1.png')
  expect(error).toBeInstanceOf(Error)
  expect(request).toMatchObject({ imageExists: true })
})

test('an upload to a full disk marks the request', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const { request, error } = await upload({ ...images, add: async () => Promise.reject(full) }, '2.png')
  expect(error).toBe(full)
  expect(request).toMatchObject({ diskIsFull: true })
})

test('a bucket other than the product images is rejected', async () => {
  const storage = createDiskStorage(images)
  await expect(storage.getObject('secrets', '1.png', undefined)).rejects.toThrow('no such bucket')
})
