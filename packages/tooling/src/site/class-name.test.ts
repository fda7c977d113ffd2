import { basename } from 'node:path'

import { expect, test } from 'vitest'

import { findFiles } from '../find-files.ts'
import { repositoryRoot } from '../repository-root.ts'
import { className } from './class-name.ts'

test('A class is called after its file', () => {
  expect(className('root', '/website/src/site-header.module.css')).toBe('site-header_root')
  expect(className('root', '/website/src/site-header.module.css?used')).toBe('site-header_root')
})

test('No two style sheets of the website bear the same name', async () => {
  const files = await findFiles(repositoryRoot, ['{apps/storefront,packages/shared}/src/**/*.module.css'])
  const names = files.map((file) => basename(file))
  expect(names.length).toBeGreaterThan(20)
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
})
