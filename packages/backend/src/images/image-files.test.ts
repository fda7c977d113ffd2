import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createImageFiles, ImageExistsError, type ImageFiles, imageTypeOf } from './image-files.ts'
import { sharedFolder } from '../testing/shared-folder.ts'

describe('imageTypeOf', () => {
  it.each([
    ['0.8731.png', 'image/png'],
    ['12.JPG', 'image/jpeg'],
    ['12.jpeg', 'image/jpeg'],
    ['1.webp', 'image/webp'],
    ['1.avif', 'image/avif'],
    ['1.gif', 'image/gif'],
    ['1-480.webp', 'image/webp'],
    ['0.8731-960.JPG', 'image/jpeg'],
  ])('imageTypeOf %s is %s', (name, type) => {
    expect(imageTypeOf(name)).toBe(type)
  })

  it.each([
    '1.svg',
    '1.html',
    'photo.png',
    '1.png.html',
    '1',
    '../1.png',
    '1/2.png',
    '1.2.3.png',
    '1-481.png',
    '1-.png',
    '1-480-320.png',
    '-480.png',
    '.png',
    '1.constructor',
    '',
  ])('imageTypeOf %j is null', (name) => {
    expect(imageTypeOf(name)).toBeNull()
  })
})

describe('image files', () => {
  const temporary = sharedFolder()
  let images: ImageFiles
  const bytes = Buffer.from('picture')
  beforeAll(async () => {
    images = createImageFiles(temporary.path)
  })

  it('an image is added, read and removed without other files', async () => {
    const added = await images.add('1.png', bytes)
    expect(added.size).toBe(7)
    expect(await images.status('1.png')).toEqual(added)
    expect(Buffer.from(await images.read('1.png'))).toEqual(bytes)
    await images.remove('1.png')
    expect(await images.status('1.png')).toBeNull()
    expect(await readdir(join(temporary.path, 'product-images'))).toEqual([])
  })

  it('an image is never overwritten, even by a concurrent upload', async () => {
    const outcomes = await Promise.allSettled([
      images.add('2.png', bytes),
      images.add('2.png', Buffer.from('other')),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(images.add('2.png', bytes)).rejects.toThrow(ImageExistsError)
    expect(await readdir(join(temporary.path, 'product-images'))).toEqual(['2.png'])
  })

  it('replace overwrites the image of an interrupted start', async () => {
    await images.replace('3.webp', bytes)
    await images.replace('3.webp', Buffer.from('whole picture'))
    expect((await images.status('3.webp'))?.size).toBe(13)
  })

  it.each(['../secret.png', 'secret.txt', '/etc/passwd', '4.png/../../secret.txt'])(
    'no method touches a file for the invalid name %s',
    async (name) => {
      await writeFile(join(temporary.path, 'secret.txt'), 'secret')
      await expect(images.read(name)).rejects.toThrow('That is not the name of an image.')
      await expect(images.add(name, bytes)).rejects.toThrow('That is not the name of an image.')
      await expect(images.remove(name)).rejects.toThrow('That is not the name of an image.')
    },
  )
})
