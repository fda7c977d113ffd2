// Spelled in parts, so that this file is no trace itself.
const homes = ['home', 'root', 'work', 'Users', 'farm'].join('|')
const unixPath = new RegExp(String.raw`(?:^|[^\w.])(/(?:${homes})/[\w.-]+)`)
const windowsPath = /\b[A-Z]:\\Users\\[\w.-]+/
const registry = new RegExp(`https?://(?:registry|deb|security)[.][\\w.-]+`)

/** Lines of a text that name a folder of somebody's machine or a package registry, with their numbers. */
export function machineTraces(path: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const trace = unixPath.exec(line)?.[1] ?? windowsPath.exec(line)?.[0] ?? registry.exec(line)?.[0]
    return trace === undefined ? [] : [`${path}:${index + 1} names ${trace}.`]
  })
}
