import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { iconFolder, icoSizes, linuxIcon, linuxSizes, readDrawing } from './desktop-icons.ts'
import { icnsTypes, readIcns, writeIcns } from './icns.ts'
import { readIco, writeIco } from './ico.ts'
import { readPng } from './png.ts'

const read = (name: string) => readFile(join(iconFolder, name))
const outOfDate = 'an icon is older than its drawing: npm run icons'

/** What a picture of this size must say of itself when it was made from the drawing as it is now. */
async function current(size: number) {
  const { source } = await readDrawing()
  return { width: size, height: size, isTransparent: true, source }
}

describe('the icons of the desktop app', () => {
  test('show the mark of the website', async () => {
    const favicon = await readFile(join(iconFolder, '../../storefront/public/favicon.svg'), 'utf8')
    const ribbon = [...favicon.matchAll(/ d="([^"]+)"/g)].map((path) => path[1])
    const { svg } = await readDrawing()
    expect(ribbon).toHaveLength(2)
    for (const path of ribbon) expect(svg).toContain(path)
  })

  test.each(linuxSizes)('Linux finds %i pixels, drawn from the source as it is now', async (size) => {
    expect(readPng(await read(linuxIcon(size))), outOfDate).toEqual(await current(size))
  })

  test('Windows finds every size from 16 to 256, each drawn from the source as it is now', async () => {
    const pictures = readIco(await read('icon.ico'))
    expect(pictures.map(({ size }) => size)).toEqual([...icoSizes])
    for (const { png, size } of pictures) {
      expect(readPng(png), outOfDate).toEqual(await current(size))
    }
  })

  test('macOS finds every size for plain and dense screens, each drawn from the source as it is now', async () => {
    const pictures = readIcns(await read('icon.icns'))
    expect([...pictures.keys()]).toEqual(Object.keys(icnsTypes))
    for (const [type, size] of Object.entries(icnsTypes)) {
      const png = pictures.get(type) ?? Buffer.alloc(0)
      expect(readPng(png), outOfDate).toEqual(await current(size))
    }
  })
})

describe('the encoders', () => {
  const png = (fill: number) => Buffer.alloc(3, fill)

  test('a Windows icon says 256 as 0, where each picture begins and how long it is', () => {
    const ico = writeIco([
      { size: 16, png: png(1) },
      { size: 256, png: png(2) },
    ])
    expect([...ico.subarray(0, 6)]).toEqual([0, 0, 1, 0, 2, 0])
    expect([...ico.subarray(6, 22)]).toEqual([16, 16, 0, 0, 1, 0, 32, 0, 3, 0, 0, 0, 38, 0, 0, 0])
    expect([...ico.subarray(22, 38)]).toEqual([0, 0, 0, 0, 1, 0, 32, 0, 3, 0, 0, 0, 41, 0, 0, 0])
    expect([...ico.subarray(38)]).toEqual([1, 1, 1, 2, 2, 2])
  })

  test('a macOS icon without one of its sizes is not written', () => {
    const sizes = [...new Set(Object.values(icnsTypes))]
    expect(() => writeIcns(sizes.map((size) => ({ size, png: png(1) })))).not.toThrow()
    expect(() => writeIcns(sizes.slice(1).map((size) => ({ size, png: png(1) })))).toThrow(
      /needs a picture of 32 pixels/,
    )
  })

  test('a broken picture is noticed', async () => {
    const whole = await read(linuxIcon(16))
    const broken = Buffer.from(whole)
    broken[60] = (broken[60] ?? 0) ^ 1
    expect(() => readPng(whole)).not.toThrow()
    expect(() => readPng(broken)).toThrow(/of a PNG is broken/)
  })
})
