import { cp, mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import { Arch, build, type Configuration, Platform } from 'electron-builder'

import { appFolder, projectFolder, readConfiguration } from './builder-configuration.ts'
import { type System, writeFakeElectron } from './fake-electron-distribution.ts'

export interface PackedApp {
  /** The folder of the whole app, including Electron's files. */
  readonly folder: string
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
 * Packs the app as a release does, with a fake Electron and without installers or downloads.
 *
 * @param folder an empty folder
 * @param output the build's output, as in `apps/desktop/out`
 */
export async function packApp(folder: string, system: System, output: string): Promise<PackedApp> {
  const project = join(folder, 'project')
  const electronDist = join(folder, 'electron')
  const app = join(project, 'apps', 'desktop')
  await mkdir(app, { recursive: true })
  await cp(join(projectFolder, 'package.json'), join(project, 'package.json'))
  for (const name of ['package.json', 'electron.vite.config.ts', 'resources', 'src/ipc']) {
    await cp(join(appFolder, name), join(app, name), { recursive: true })
  }
  await cp(output, join(app, 'out'), { recursive: true })
  await writeFakeElectron(electronDist, system)

  const configuration = await readConfiguration()
  await withoutDownloads(() =>
    build({
      projectDir: project,
      targets: platforms[system].createTarget('dir', Arch.x64),
      publish: 'never',
      config: forFakeElectron(configuration, {
        electronDist,
        output: join(folder, 'release'),
        system,
      }),
    }),
  )
  const archive = await readFile(join(folder, 'release', archives[system]))
  return { folder: join(folder, 'release'), files: readAsar(archive) }
}

interface FakeElectronOptions {
  readonly electronDist: string
  readonly output: string
  readonly system: System
}

/** The configuration with a release's repository and without the steps that need the real Electron. */
function forFakeElectron(
  { win, mac, publish, directories, ...rest }: Configuration,
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

interface Entry {
  /** Folders only. */
  readonly files?: Readonly<Record<string, Entry>>
  readonly offset?: string
  readonly size?: number
}

/** The files of an asar archive, by path. */
function readAsar(archive: Buffer): Map<string, Buffer> {
  // Chromium's pickle format: the header's size twice, then the header with its own length.
  const start = 8 + archive.readUInt32LE(4)
  // Written by electron-builder.
  const head = JSON.parse(archive.toString('utf8', 16, 16 + archive.readUInt32LE(12))) as Entry
  const files = new Map<string, Buffer>()
  const collect = (entry: Entry, path: string) => {
    for (const [name, child] of Object.entries(entry.files ?? {}))
      collect(child, path === '' ? name : `${path}/${name}`)
    if (entry.files !== undefined) return
    const offset = start + Number(entry.offset)
    files.set(path, archive.subarray(offset, offset + (entry.size ?? 0)))
  }
  collect(head, '')
  return files
}
