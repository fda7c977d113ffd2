import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { appFolder, checkConfiguration, readConfiguration } from '../testing/builder-configuration.ts'

describe('electron-builder.yml', () => {
  test('is valid for electron-builder', async () => {
    await expect(checkConfiguration(await readConfiguration())).resolves.toBeUndefined()
  })

  test.each([
    ['a field that is misspelt', { nsis: { oneClik: true } }, /configuration\.nsis/],
    ['a fuse that does not exist', { electronFuses: { runAsNod: false } }, /configuration\.electronFuses/],
    ['a value of the wrong kind', { asar: 'yes' }, /configuration\.asar/],
  ])('with %s is invalid', async (_, mistake, name) => {
    const configuration = { ...(await readConfiguration()), ...mistake }
    await expect(checkConfiguration(configuration)).rejects.toThrow(name)
  })

  test('builds installers for x64 and arm64, and the zip for macOS updates', async () => {
    const { win, mac, linux } = await readConfiguration()
    const both = ['x64', 'arm64']
    expect(win?.target).toEqual([{ target: 'nsis', arch: both }])
    expect(mac?.target).toEqual([
      { target: 'dmg', arch: both },
      { target: 'zip', arch: both },
    ])
    expect(linux?.target).toEqual([
      { target: 'deb', arch: ['x64'] },
      { target: 'AppImage', arch: ['x64'] },
    ])
  })

  test('names every artifact after product and architecture', async () => {
    const { nsis, mac, linux, productName } = await readConfiguration()
    for (const part of [nsis, mac, linux]) {
      expect(part?.artifactName).toMatch(new RegExp(String.raw`^${productName}-.*\$\{arch\}.*\.\$\{ext\}$`))
    }
  })

  test('names one picture that is large enough for the icons of every system', async () => {
    const { directories, icon, win, mac, linux } = await readConfiguration()
    expect([win?.icon, mac?.icon, linux?.icon]).toEqual([undefined, undefined, undefined])
    const png = await readFile(join(appFolder, String(directories?.buildResources), String(icon)))
    expect(png.toString('latin1', 1, 4)).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1024, 1024])
  })

  test('has an icon with the mark of the website', async () => {
    const favicon = await readFile(join(appFolder, '../storefront/public/favicon.svg'), 'utf8')
    const ribbon = [...favicon.matchAll(/ d="([^"]+)"/g)].map((path) => path[1])
    const drawing = await readFile(join(appFolder, 'resources', 'icon.svg'), 'utf8')
    expect(ribbon).toHaveLength(2)
    for (const path of ribbon) expect(drawing).toContain(path)
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

  test('signs ad hoc after changing fuses, without which Apple silicon kills a build without a certificate', async () => {
    const { electronFuses } = await readConfiguration()
    expect(electronFuses?.resetAdHocDarwinSignature).toBe(true)
  })

  test('publishes drafts and deletes app data on uninstall', async () => {
    const { publish, nsis } = await readConfiguration()
    expect(publish).toMatchObject({ provider: 'github', releaseType: 'draft' })
    expect(nsis).toMatchObject({ deleteAppDataOnUninstall: true, perMachine: false })
  })
})
