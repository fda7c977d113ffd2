import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { chromium, type Page } from '@playwright/test'

import { browserFlags } from '../browser/browser-flags.ts'
import { ensureBrowser } from '../browser/ensure-browser.ts'
import { ensureWritableHome } from '../writable-home.ts'
import { iconFolder, icoSizes, linuxIcon, linuxSizes, readDrawing, regions } from './desktop-icons.ts'
import { icnsTypes, writeIcns } from './icns.ts'
import { type IconPicture, writeIco } from './ico.ts'
import { withSource } from './png.ts'

// `npm run icons`: every icon of the desktop app, drawn anew from its source. The results are committed.

const say = (line: string) => process.stderr.write(`${line}\n`)
const temporaryFolder = await mkdtemp(join(tmpdir(), 'giftwell-icons-'))
await ensureWritableHome(temporaryFolder)
const browser = await chromium.launch({
  executablePath: await ensureBrowser({ signal: new AbortController().signal, say }),
  args: [...browserFlags],
})
try {
  const page = await browser.newPage()
  const draw = async (region: string, sizes: readonly number[]) => {
    const pictures: IconPicture[] = []
    for (const size of sizes) pictures.push({ size, png: await drawPicture(page, region, size) })
    return pictures
  }
  await save('icon.ico', writeIco(await draw(regions.plateAlone, icoSizes)))
  await save('icon.icns', writeIcns(await draw(regions.withMargin, [...new Set(Object.values(icnsTypes))])))
  for (const { size, png } of await draw(regions.plateAlone, linuxSizes)) await save(linuxIcon(size), png)
} finally {
  await browser.close()
  await rm(temporaryFolder, { recursive: true, force: true })
}

/** A region of the drawing as a transparent PNG of the size. */
async function drawPicture(page: Page, region: string, size: number): Promise<Buffer> {
  const { svg, source } = await readDrawing()
  await page.setViewportSize({ width: size, height: size })
  const sized = svg.replace(/viewBox="[^"]*"/, `viewBox="${region}" width="${size}" height="${size}"`)
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${sized}`)
  const clip = { x: 0, y: 0, width: size, height: size }
  return withSource(await page.screenshot({ omitBackground: true, clip }), source)
}

async function save(name: string, content: Buffer): Promise<void> {
  const path = join(iconFolder, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
  say(`${name}: ${Math.ceil(content.length / 1024)} KB`)
}
