import { cp, mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import { Arch, build, type Configuration, Platform } from 'electron-builder'

import { readAsar } from './asar-archive.ts'
import { appFolder, readConfiguration } from './builder-configuration.ts'
import { type System, writeStandInElectron } from './stand-in-electron.ts'

/** A packed app: what would be installed. */
export interface PackedApp {
  /** The folder of everything, Electron's files included. */
  readonly folder: string
  /** What is inside `app.asar`, by path. */
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
 * Packs an app as a release does, without the installers around it and with a stand-in for Electron. Nothing is
 * downloaded: wherever a tool would be fetched from, nobody answers.
 *
 * @param folder an empty folder of its own
 * @param output what the build has made: `apps/desktop/out`, or a tree in its place
 */
export async function packApp(folder: string, system: System, output: string): Promise<PackedApp> {
  const project = join(folder, 'project')
  const electronDist = join(folder, 'electron')
  await mkdir(project, { recursive: true })
  for (const name of ['package.json', 'electron.vite.config.ts', 'resources', 'src/ipc']) {
    await cp(join(appFolder, name), join(project, name), { recursive: true })
  }
  await cp(output, join(project, 'out'), { recursive: true })
  await writeStandInElectron(electronDist, system)

  const configuration = await readConfiguration()
  await withoutDownloads(() =>
    build({
      projectDir: project,
      targets: platforms[system].createTarget('dir', Arch.x64),
      publish: 'never',
      config: forStandIn(configuration, {
        electronDist,
        output: join(folder, 'release'),
        system,
      }),
    }),
  )
  const archive = await readFile(join(folder, 'release', archives[system]))
  return { folder: join(folder, 'release'), files: readAsar(archive) }
}

interface StandIn {
  readonly electronDist: string
  readonly output: string
  readonly system: System
}

/** The configuration as it is, with the repository that a release names, but for what needs the real Electron. */
function forStandIn(
  { win, mac, publish, directories, ...rest }: Configuration,
  { electronDist, output, system }: StandIn,
): Configuration {
  return {
    ...rest,
    electronDist,
    electronVersion,
    directories: { ...directories, output },
    // One publisher stands in the file.
    publish: { ...(publish as GithubOptions), owner: 'example', repo: 'gifts' },
    // Icon, version and the archive's hash are written into a real program alone.
    win: { ...win, signAndEditExecutable: false },
    disableAsarIntegrity: system === 'win32',
    // Never signed with whatever certificate this machine has.
    mac: { ...mac, identity: null },
  }
}

/** Whoever would be asked for a tool or an Electron, nobody answers there. */
async function withoutDownloads(work: () => Promise<unknown>): Promise<void> {
  const nowhere = 'http://127.0.0.1:9/'
  const variables = ['ELECTRON_MIRROR', 'ELECTRON_BUILDER_BINARIES_MIRROR'] as const
  const before = variables.map((name) => process.env[name])
  for (const name of variables) process.env[name] = nowhere
  try {
    await work()
  } finally {
    for (const [index, name] of variables.entries()) {
      if (before[index] === undefined) delete process.env[name]
      else process.env[name] = before[index]
    }
  }
}
