import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { checkConfiguration, projectFolder, readConfiguration } from '../testing/builder-configuration.ts'

const workflow = (name: string) => readFile(join(projectFolder, '.github/workflows', name), 'utf8')

/** Where each of the texts first stands; -1 for one that does not. */
const offsets = (text: string, parts: readonly string[]) => parts.map((part) => text.indexOf(part))

describe('the hosted workflows', () => {
  test.each(['release.yml', 'ci.yml'])(
    'fetch Electron and let no test of it be skipped: %s',
    async (name) => {
      const found = offsets(await workflow(name), [
        'bootstrap.mjs node_modules/electron/install.js',
        'GIFTWELL_REQUIRE_ELECTRON: 1',
        'sh .github/with-keyring.sh',
      ])
      expect(found).not.toContain(-1)
      expect(found).toEqual(found.toSorted((one, other) => one - other))
    },
  )

  test.each(['release.yml', 'ci.yml', 'nightly.yml'])('run on Linux with a keyring: %s', async (name) => {
    const found = offsets(await workflow(name), [
      ' xvfb ',
      ' dbus gnome-keyring libsecret-1-0',
      'GIFTWELL_REQUIRE_KEYRING: ',
      'sh .github/with-keyring.sh',
    ])
    expect(found).not.toContain(-1)
    expect(found).toEqual(found.toSorted((one, other) => one - other))
    const script = await readFile(join(projectFolder, '.github/with-keyring.sh'), 'utf8')
    const parts = offsets(script, ['dbus-run-session', 'gnome-keyring-daemon --unlock', 'xvfb-run', '"$@"'])
    expect(parts).not.toContain(-1)
  })

  test('run the tests before packing, on every system that they pack for', async () => {
    const text = await workflow('release.yml')
    const found = offsets(text, [
      'npm test -- build desktop',
      'build-command.ts desktop --for-release',
      'electron-builder/cli.js',
    ])
    expect(found).not.toContain(-1)
    expect(found).toEqual(found.toSorted((one, other) => one - other))
    expect(text).toMatch(/os: \[windows-\d+, macos-\d+, ubuntu-[\d.]+\]/)
    expect(text).not.toContain('continue-on-error')
    expect(text).toContain('cli.js --projectDir apps/desktop --config ../../electron-builder.yml ')
  })

  test('install what was packed on every system, and start it', async () => {
    const found = offsets(await workflow('release.yml'), [
      'electron-builder/cli.js',
      'windows-x64-setup.exe /S',
      'hdiutil attach',
      'apt-get install --yes ./apps/desktop/release/Giftwell-*-linux-*.deb',
      'GIFTWELL_INSTALLED=',
      'apps/desktop/playwright.config.ts installed',
      'upload-artifact',
    ])
    expect(found).not.toContain(-1)
    expect(found.slice(0, -1)).toEqual(found.slice(0, -1).toSorted((one, other) => one - other))
  })

  const audit = 'npm audit --omit=dev --audit-level=high --package-lock-only'

  test('audit dependencies weekly and before a release', async () => {
    const ci = await workflow('ci.yml')
    expect(ci).toMatch(/^ {2}schedule:\n {4}- cron: '\d+ \d+ \* \* \d'$/m)
    expect(ci).toContain(`run: ${audit}\n`)
    expect(await workflow('release.yml')).toContain(`run: ${audit}\n`)
  })

  test('attach a software bill of materials before packing', async () => {
    const found = offsets(await workflow('release.yml'), [
      'gh release create',
      audit,
      'npm sbom --package-lock-only --sbom-format=cyclonedx --sbom-type=application > giftwell.cdx.json',
      'gh release upload "$GITHUB_REF_NAME" giftwell.cdx.json',
      'electron-builder/cli.js',
    ])
    expect(found).not.toContain(-1)
    expect(found).toEqual(found.toSorted((one, other) => one - other))
  })

  test('sign for Windows by a service, for which electron-builder knows every setting', async () => {
    const settings = [...(await workflow('release.yml')).matchAll(/-c\.win\.azureSignOptions\.(\w+)=/g)]
    const azureSignOptions = Object.fromEntries(settings.map(([, name = '']) => [name, 'x']))
    expect(Object.keys(azureSignOptions)).toHaveLength(4)
    const configuration = await readConfiguration()
    const signed = { ...configuration, win: { ...configuration.win, azureSignOptions } }
    await expect(checkConfiguration(signed)).resolves.toBeUndefined()
  })

  test('may write only the release, and give secrets only to the signing step', async () => {
    const text = await workflow('release.yml')
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m)
    const beforePacking = text.slice(0, text.indexOf('name: Pack, sign'))
    expect(beforePacking).not.toContain('secrets.')
    expect([...text.matchAll(/: write$/gm)]).toHaveLength(2)
  })
})
