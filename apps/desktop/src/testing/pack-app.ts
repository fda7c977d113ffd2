import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import * as asar from '@electron/asar'
import { Arch, build, type Configuration, Platform } from 'electron-builder'

import { appFolder, readConfiguration } from './builder-configuration.ts'
import { type System, writeFakeElectron } from './fake-electron-distribution.ts'

export interface PackedApp {
  /** The folder of the whole app, including Electron's files. */
  readonly folder: string
  /** The folder of `app.asar`. */
  readonly resources: string
  /** The files of `app.asar`, by path. */
  readonly files: ReadonlyMap<string, Buffer>
}

type GithubOptions = Extract<Configuration['publish'], { provider: 'github' }>

const { version: electronVersion } = createRequire(import.meta.url)('electron/package.json') as {
  version: string
}
const platforms = { linux: Platform.LINUX, win32: Platform.WINDOWS, darwin: Platform.MAC }
const archives: Record<System, string> = {
  linux: 'linux-unpacked/resources/app.asar',
  win32: 'win-unpacked/resources/app.asar',
  darwin: 'mac/Giftwell.app/Contents/Resources/app.asar',
}

/**
 * Packs the built app where it lies, as a release does, with a fake Electron and without installers or downloads.
 *
 * @param folder an empty folder for the result
 */
export async function packApp(folder: string, system: System): Promise<PackedApp> {
  const electronDist = join(folder, 'electron')
  const output = join(folder, 'release')
  await writeFakeElectron(electronDist, system)
  const configuration = await readConfiguration()
  await withoutDownloads(() =>
    build({
      projectDir: appFolder,
      targets: platforms[system].createTarget('dir', Arch.x64),
      publish: 'never',
      config: forFakeElectron(configuration, { electronDist, output, system }),
    }),
  )
  const archive = join(output, archives[system])
  const paths = asar
    .listPackage(archive, { isPack: false })
    .map((path) => path.slice(1).replaceAll('\\', '/'))
    .filter((path) => !('files' in asar.statFile(archive, path)))
  const files = new Map(paths.map((path) => [path, asar.extractFile(archive, path)] as const))
  return { folder: output, resources: dirname(archive), files }
}

interface FakeElectronOptions {
  readonly electronDist: string
  readonly output: string
  readonly system: System
}

/** The configuration with a release's repository and without the steps that need the real Electron. */
function forFakeElectron(
  { win, mac, publish, directories, electronFuses, ...rest }: Configuration,
  { electronDist, output, system }: FakeElectronOptions,
): Configuration {
  return {
    ...rest,
    electronDist,
    electronVersion,
    directories: { ...directories, output },
    // The file has one publisher.
    publish: { ...(publish as GithubOptions), owner: 'example', repo: 'gifts' },
    // A fake program cannot take an icon, a version or the archive's hash.
    win: { ...win, signAndEditExecutable: false },
    disableAsarIntegrity: system === 'win32',
    // Only a real program has a signature.
    electronFuses: { ...electronFuses, resetAdHocDarwinSignature: false },
    // Never sign with a certificate of this machine, and take an .icns file, which needs no downloaded converter.
    mac: {
      ...mac,
      identity: null,
      icon: join(electronDist, 'Electron.app/Contents/Resources/electron.icns'),
    },
  }
}

/** Points the download mirrors at a closed port so that packaging cannot download. */
async function withoutDownloads(work: () => Promise<unknown>): Promise<void> {
  const closedPort = 'http://127.0.0.1:9/'
  const variables = ['ELECTRON_MIRROR', 'ELECTRON_BUILDER_BINARIES_MIRROR'] as const
  const before = variables.map((name) => process.env[name])
  for (const name of variables) process.env[name] = closedPort
  try {
    await work()
  } finally {
    for (const [index, name] of variables.entries()) {
      if (before[index] === undefined) delete process.env[name]
      else process.env[name] = before[index]
    }
  }
}
