import { createReadStream } from 'node:fs'

/**
 * The lines of a text file in UTF-8, without their ends. A line ends at a line feed and nowhere else: the file's own
 * `readLines` also ends one at a carriage return and at the line and paragraph separators, which a row's JSON may hold.
 */
export async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = ''
  // With an encoding given, the chunks are texts, and no character is cut in two.
  for await (const text of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
