// Spelled in parts, so that this file is no trace itself.
const homes = ['home', 'root', 'work', 'Users', 'farm'].join('|')
/** People who exist in tests alone, such as those of what must not stand in a log. */
const invented = '(?!(?:[Aa]da|[Mm]ary)(?![\\w.-]))'
const unixPath = new RegExp(String.raw`(?:^|[^\w.])(/(?:${homes})/${invented}[\w.-]+)`)
const windowsPath = new RegExp(String.raw`\b[A-Z]:\\Users\\${invented}[\w.-]+`)
const registry = new RegExp(`https?://(?:registry|deb|security)[.][\\w.-]+`)

/** Lines of a text that name a folder of somebody's machine or a package registry, with their numbers. */
export function machineTraces(path: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const trace = unixPath.exec(line)?.[1] ?? windowsPath.exec(line)?.[0] ?? registry.exec(line)?.[0]
    return trace === undefined ? [] : [`${path}:${index + 1} names ${trace}.`]
  })
}
