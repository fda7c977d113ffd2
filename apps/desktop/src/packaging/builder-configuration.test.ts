import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { deepLinkScheme } from '../main/deep-link.ts'
import { appFolder, checkConfiguration, findIcons, readConfiguration } from './builder-configuration.ts'

describe('electron-builder.yml', () => {
  test('is taken by electron-builder', async () => {
    await expect(checkConfiguration(await readConfiguration())).resolves.toBeUndefined()
  })

  test.each([
    ['a field that is misspelt', { nsis: { oneClik: true } }, /configuration\.nsis/],
    ['a fuse that does not exist', { electronFuses: { runAsNod: false } }, /configuration\.electronFuses/],
    ['a value of the wrong kind', { asar: 'yes' }, /configuration\.asar/],
  ])('with %s would be refused', async (_, mistake, name) => {
    const configuration = { ...(await readConfiguration()), ...mistake }
    await expect(checkConfiguration(configuration)).rejects.toThrow(name)
  })

  test('makes installers for both kinds of processors, what updates are made from, and no others', async () => {
    const { win, mac, linux } = await readConfiguration()
    const both = ['x64', 'arm64']
    expect(win?.target).toEqual([{ target: 'nsis', arch: both }])
    expect(mac?.target).toEqual([
      { target: 'dmg', arch: both },
      { target: 'zip', arch: both },
    ])
    expect(linux?.target).toEqual([{ target: 'AppImage', arch: ['x64'] }])
  })

  test('names every file after the product and its processor, which the updater picks by', async () => {
    const { nsis, mac, linux, productName } = await readConfiguration()
    for (const part of [nsis, mac, linux]) {
      expect(part?.artifactName).toMatch(new RegExp(String.raw`^${productName}-.*\$\{arch\}.*\.\$\{ext\}$`))
    }
  })

  test('has icons that electron-builder takes as they are', async () => {
    const { win, mac, linux } = await readConfiguration()
    expect(await findIcons(win?.icon, 'ico')).toEqual(['icon.ico'])
    expect(await findIcons(mac?.icon, 'icns')).toEqual(['icon.icns'])
    expect(await findIcons(linux?.icon, 'set')).toEqual(
      expect.arrayContaining(['icons/16x16.png', 'icons/256x256.png', 'icons/1024x1024.png']),
    )
  })

  test('gives the system the scheme of the links that the app follows', async () => {
    const { protocols } = await readConfiguration()
    expect(protocols).toEqual([{ name: expect.any(String), schemes: [deepLinkScheme] }])
  })

  test('takes the links from Windows with the app, and leaves them at an update', async () => {
    const { nsis, directories } = await readConfiguration()
    const script = await readFile(
      join(appFolder, String(directories?.buildResources), String(nsis?.include)),
      'utf8',
    )
    expect(script).toMatch(/^!macro customUnInstall$/m)
    const atRemoval = /\$\{ifNot\} \$\{isUpdated\}\n(.*)\n\s*\$\{endIf\}/s.exec(script)?.[1]?.trim()
    expect(atRemoval).toBe(`DeleteRegKey HKCU "Software\\Classes\\${deepLinkScheme}"`)
  })

  test('hardens and notarises on macOS, with one entitlement', async () => {
    const { mac } = await readConfiguration()
    expect(mac).toMatchObject({ hardenedRuntime: true, notarize: true })
    expect(mac?.entitlementsInherit).toBe(mac?.entitlements)
    const entitlements = await readFile(join(appFolder, String(mac?.entitlements)), 'utf8')
    expect([...entitlements.matchAll(/<key>(.*)<\/key>/g)].map((key) => key[1])).toEqual([
      'com.apple.security.cs.allow-jit',
    ])
  })

  test('leaves a release as a draft, and nothing of a person behind when the app is removed', async () => {
    const { publish, nsis } = await readConfiguration()
    expect(publish).toMatchObject({ provider: 'github', releaseType: 'draft' })
    expect(nsis).toMatchObject({ deleteAppDataOnUninstall: true, perMachine: false })
  })
})
