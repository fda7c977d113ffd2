import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { firstViewBudget, overweight } from './first-view-budget.ts'
import { weighPage } from './page-weight.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'giftwell-weight-'))
  await mkdir(join(folder, 'assets'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const write = (name: string, content: string) => writeFile(join(folder, name), content)
const weightOf = (content: string) => gzipSync(content, { level: 9 }).length

test('A page weighs what its document names and what that imports at once, but not what is imported later', async () => {
  const main =
    'import{a as b}from"./site-Bbbbbbbb.js";import"./side-Cccccccc.js";import("./dialog-Dddddddd.js")'
  await write(
    'index.html',
    '<script data-start="/assets/main-Aaaaaaaa.js">inPage()</script><script src="/early.js"></script>' +
      '<link data-rel="modulepreload" crossorigin href="/assets/home-Eeeeeeee.js">' +
      '<link rel="stylesheet" crossorigin href="/assets/site-Ffffffff.css">',
  )
  await write('early.js', 'early()')
  await write('assets/main-Aaaaaaaa.js', main)
  await write('assets/site-Bbbbbbbb.js', 'export const a="site"')
  await write('assets/side-Cccccccc.js', 'import"./site-Bbbbbbbb.js"')
  await write('assets/home-Eeeeeeee.js', 'export const home="home"')
  await write('assets/dialog-Dddddddd.js', 'export const dialog="dialog"')
  await write('assets/site-Ffffffff.css', 'a{color:red}')

  expect(await weighPage(folder, 'index.html')).toEqual({
    scripts: {
      'in the page': weightOf('inPage()'),
      'early.js': weightOf('early()'),
      'home.js': weightOf('export const home="home"'),
      'main.js': weightOf(main),
      'side.js': weightOf('import"./site-Bbbbbbbb.js"'),
      'site.js': weightOf('export const a="site"'),
    },
    stylesheets: { 'site.css': weightOf('a{color:red}') },
  })
})

test('A page within its budget is nothing to speak of, however it has changed', () => {
  const weight = { scripts: { 'site.js': firstViewBudget.scripts }, stylesheets: {} }
  expect(overweight('index.html', weight, { scripts: { 'site.js': 1 }, stylesheets: {} })).toEqual([])
})

test('A page above its budget says what has grown, is new and is gone, and leaves out what is as it was', () => {
  const weight = {
    scripts: { 'site.js': 130_000, 'home.js': 8_000, 'schemas.js': 23_000, 'same.js': 1_100 },
    stylesheets: { 'site.css': 21_000 },
  }
  const accepted = {
    scripts: { 'site.js': 125_500, 'home.js': 8_000, 'old.js': 2_000, 'same.js': 1_000 },
    stylesheets: { 'site.css': 19_000 },
  }
  expect(overweight('index.html', weight, accepted)).toEqual([
    'The scripts of the first view of index.html weigh 162.1 KB, which is above 140.0 KB. What has changed:',
    '  +23.0 KB  schemas.js (new)',
    '  +4.5 KB  site.js',
    '  -2.0 KB  old.js (gone)',
    'Load later what the first view can do without (packages/shared/src/ui/late).',
    'The stylesheets of the first view of index.html weigh 21.0 KB, which is above 20.0 KB. What has changed:',
    '  +2.0 KB  site.css',
    'Load later what the first view can do without (packages/shared/src/ui/late).',
  ])
})
