import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The marker that precedes the fuses in Electron's program. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const fuseCount = 9

export type System = 'linux' | 'win32' | 'darwin'

/** Writes a fake unpacked Electron for electron-builder, with the default fuses. */
export async function writeFakeElectron(folder: string, system: System): Promise<void> {
  for (const [name, content] of Object.entries(files[system])) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content, { mode: 0o755 })
  }
}

/** The state of every fuse of a program, in Electron's order: "1" is on, "0" is off. */
export function readFuses(program: Buffer): string {
  const start = program.indexOf(sentinel) + sentinel.length
  const count = program[start + 1] ?? 0
  return program.toString('latin1', start + 2, start + 2 + count)
}

function program(): Buffer {
  const version = 1
  return Buffer.concat([
    Buffer.from(`a program ${sentinel}`),
    Buffer.from([version, fuseCount]),
    Buffer.from('101100010'.padEnd(fuseCount, '0')),
    Buffer.from(' and its end'),
  ])
}

function plist(name: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>CFBundleExecutable</key><string>${name}</string>
<key>CFBundleIdentifier</key><string>com.github.Electron</string>
<key>CFBundleName</key><string>${name}</string>
</dict></plist>`
}

const chromiumLanguages = ['de', 'en-GB', 'en-US', 'hi']
const appleLanguages = ['de', 'en', 'en_GB']
const contents = 'Electron.app/Contents'
const helpers = ['', ' (GPU)', ' (Plugin)', ' (Renderer)'].map((kind) => `Electron Helper${kind}`)

const files: Readonly<Record<System, Readonly<Record<string, string | Buffer>>>> = {
  linux: {
    electron: program(),
    'chrome-sandbox': 'a program',
    ...Object.fromEntries(chromiumLanguages.map((name) => [`locales/${name}.pak`, 'words'])),
  },
  win32: {
    'electron.exe': program(),
    ...Object.fromEntries(chromiumLanguages.map((name) => [`locales/${name}.pak`, 'words'])),
  },
  darwin: {
    [`${contents}/Info.plist`]: plist('Electron'),
    [`${contents}/MacOS/Electron`]: 'a program',
    [`${contents}/Resources/electron.icns`]: 'an icon',
    [`${contents}/Frameworks/Electron Framework.framework/Electron Framework`]: program(),
    ...Object.fromEntries(appleLanguages.map((name) => [`${contents}/Resources/${name}.lproj/words`, ''])),
    ...Object.fromEntries(
      appleLanguages.map((name) => [
        `${contents}/Frameworks/Electron Framework.framework/Versions/A/Resources/${name}.lproj/locale.pak`,
        'words',
      ]),
    ),
    ...Object.fromEntries(
      helpers.flatMap((name) => [
        [`${contents}/Frameworks/${name}.app/Contents/Info.plist`, plist(name)],
        [`${contents}/Frameworks/${name}.app/Contents/MacOS/${name}`, 'a program'],
      ]),
    ),
  },
}
