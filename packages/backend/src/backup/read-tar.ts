import { parsePaxName, parseTarHeader, tarBlock } from './tar-format.ts'

/** One file of an archive that is being read; its bytes must be taken before the next file is asked for. */
export interface TarFile {
  readonly name: string
  readonly size: number
  readonly bytes: AsyncIterable<Buffer>
}

/** A long name is shorter than this many bytes. */
const longestRecord = 4096

/** Reads the files of an archive one after the other. @throws Error when it is damaged or ends before its end */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarFile> {
  const input = takeFrom(source)
  let longName: string | null = null
  for (;;) {
    const found = parseTarHeader(await input.whole(tarBlock))
    if (found === null) {
      // The rest is more zeros; reading it to its end lets the decompression check its own sum.
      await input.rest()
      return
    }
    const padding = (tarBlock - (found.size % tarBlock)) % tarBlock
    if (found.kind === 'pax') {
      if (found.size > longestRecord) throw new Error('A long name is damaged.')
      longName = parsePaxName(await input.whole(found.size))
    } else {
      yield { name: longName ?? found.name, size: found.size, bytes: input.upTo(found.size) }
      longName = null
    }
    await input.whole(padding)
  }
}

interface Input {
  whole(length: number): Promise<Buffer>
  upTo(length: number): AsyncIterable<Buffer>
  rest(): Promise<void>
}

function takeFrom(source: AsyncIterable<Buffer>): Input {
  const iterator = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  const more = async (): Promise<boolean> => {
    const { done, value } = await iterator.next()
    if (done === true) return false
    held = value
    return true
  }
  async function* upTo(length: number): AsyncGenerator<Buffer> {
    for (let missing = length; missing > 0;) {
      if (held.byteLength === 0 && !(await more())) throw new Error('It ends too early.')
      const part = held.subarray(0, missing)
      held = held.subarray(part.byteLength)
      missing -= part.byteLength
      if (part.byteLength > 0) yield part
    }
  }
  return {
    upTo,
    async whole(length) {
      const parts: Buffer[] = []
      for await (const part of upTo(length)) parts.push(part)
      return Buffer.concat(parts)
    },
    async rest() {
      while (await more());
    },
  }
}
