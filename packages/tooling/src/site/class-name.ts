import { basename } from 'node:path'

/**
 * What a class of a CSS module is called on the website: after its file, whose names are unique in this repository. A
 * name that begins with a checksum, as by default, tells nobody anything and cannot be compressed.
 */
export function className(name: string, file: string): string {
  return `${basename(file.replace(/\?.*$/, ''), '.module.css')}_${name}`
}
