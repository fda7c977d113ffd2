import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { checkFirstViewBudget, weighFirstView } from './build-site.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'giftwell-weight-'))
  await mkdir(join(folder, 'assets'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const write = (name: string, content: string) => writeFile(join(folder, name), content)
const weightOf = (content: string) => gzipSync(content, { level: 9 }).length

test('a first view weighs linked scripts, their static imports and stylesheets, but no dynamic imports', async () => {
  const main =
    'import{a as b}from"./site-Bbbbbbbb.js";import"./side-Cccccccc.js";import("./dialog-Dddddddd.js")'
  await write(
    'index.html',
    '<script type="module" src="/assets/main-Aaaaaaaa.js"></script>' +
      '<link rel="modulepreload" crossorigin href="/assets/home-Eeeeeeee.js">' +
      '<link rel="stylesheet" crossorigin href="/assets/site-Ffffffff.css">',
  )
  await write('assets/main-Aaaaaaaa.js', main)
  await write('assets/site-Bbbbbbbb.js', 'export const a="site"')
  await write('assets/side-Cccccccc.js', 'import"./site-Bbbbbbbb.js"')
  await write('assets/home-Eeeeeeee.js', 'export const home="home"')
  await write('assets/dialog-Dddddddd.js', 'export const dialog="dialog"')
  await write('assets/site-Ffffffff.css', 'a{color:red}')

  expect(await weighFirstView(folder, 'index.html')).toEqual({
    scripts: {
      'home.js': weightOf('export const home="home"'),
      'main.js': weightOf(main),
      'side.js': weightOf('import"./site-Bbbbbbbb.js"'),
      'site.js': weightOf('export const a="site"'),
    },
    stylesheets: { 'site.css': weightOf('a{color:red}') },
  })
})

test('a build whose first view is above its budget fails', async () => {
  const random = Array.from({ length: 200_000 }, () => Math.random().toString(36).charAt(2)).join('')
  await write('index.html', '<script src="/assets/large-Aaaaaaaa.js"></script>')
  await write('catalogue.html', '')
  await mkdir(join(folder, 'q'))
  await write('q/index.html', '<script src="/assets/small-Aaaaaaaa.js"></script>')
  await write('assets/small-Aaaaaaaa.js', random)
  await write('assets/large-Aaaaaaaa.js', random.repeat(2))
  await expect(checkFirstViewBudget(folder)).rejects.toThrow('scripts of the first view of index.html')
  await write('assets/large-Aaaaaaaa.js', random.slice(0, 150_000))
  await expect(checkFirstViewBudget(folder)).rejects.toThrow('scripts of the first view of q/index.html')
  await write('assets/small-Aaaaaaaa.js', 'small()')
  await checkFirstViewBudget(folder)
})
