import { Parser } from 'htmlparser2'

/** Tags and entities that shop programs write, and what Excel has for a carriage return. */
const form =
  /<\/?(?:p|br|div|span|strong|b|em|i|u|ul|ol|li|h[1-6]|a|img|table|tbody|tr|td|th|font|sup|sub|style|script)\b[^<>]*>|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});|_x000D_/i

/** Whether a cell has markup of another program; most have none of its signs. */
export const hasMarkup = (cell: string) => /[<&]|_x/.test(cell) && form.test(cell)

const blocks = /^(?:p|div|h[1-6]|ul|ol|table|blockquote|section)$/
const unseen = /^(?:style|script|head|template|noscript|svg)$/
/** Marks bold and italic type until the text is complete, since the text may contain asterisks. */
const marks: Readonly<Record<string, string>> = { strong: '\ue000', b: '\ue000', em: '\ue001', i: '\ue001' }

/**
 * The text of a cell with markup. No script runs, and no link is followed.
 *
 * @param marked whether lists, bold and italic type stay, as Markdown
 */
export function textOfMarkup(cell: string, marked = true): string {
  let [text, hidden] = ['', 0]
  const lists: number[] = []
  const parser = new Parser({
    onopentag(name) {
      if (unseen.test(name)) hidden += 1
      if (name === 'ol') lists.push(1)
      if (name === 'ul') lists.push(0)
      if (blocks.test(name)) text += lists.length > 1 ? '\n' : '\n\n'
      if (name === 'br' || name === 'tr') text += '\n'
      if (name === 'td' || name === 'th') text += ' '
      if (name === 'li') {
        const at = lists.length - 1
        const number = lists[at] ?? 0
        text += `\n${marked ? (number > 0 ? `${number}. ` : '- ') : ''}`
        if (number > 0) lists[at] = number + 1
      }
      if (marked) text += marks[name] ?? ''
    },
    ontext(part) {
      if (hidden === 0) text += part.replaceAll(/[^\S\u00a0]+/g, ' ')
    },
    onclosetag(name) {
      if (unseen.test(name)) hidden -= 1
      if (name === 'ul' || name === 'ol') lists.pop()
      if (marked) text += marks[name] ?? ''
      if (blocks.test(name)) text += lists.length > 0 ? '\n' : '\n\n'
    },
  })
  // Line breaks of a cell that has no tags are its own.
  const html = cell.replaceAll('_x000D_', '')
  parser.end(/<[a-z]/i.test(html) ? html : html.replaceAll(/\r?\n/g, '<br>'))
  return (
    text
      .replaceAll('\u00a0', ' ')
      .replaceAll(/([\ue000\ue001])([^\ue000\ue001\n]*)\1/g, (_, sign: string, part: string) => {
        const inner = part.trim()
        if (inner === '') return part
        const mark = sign === '\ue000' ? '**' : '*'
        const start = part.indexOf(inner)
        return part.slice(0, start) + mark + inner + mark + part.slice(start + inner.length)
      })
      .replaceAll(/[\ue000\ue001]/g, '')
      // An expression for the blanks before line breaks would try every blank of a long row of them.
      .split('\n')
      .map((line) => line.trim())
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .replaceAll(/ {2,}/g, ' ')
      .trim()
  )
}

/** The rows of the tables of a page, as text: programs save lists for Excel as pages, whatever the name of the file. */
export function tableRows(html: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let [hidden, isInCell] = [0, false]
  const add = (text: string) => {
    const row = rows.at(-1)
    if (hidden === 0 && isInCell && row !== undefined) row[row.length - 1] += text
  }
  const parser = new Parser({
    onopentag(name) {
      if (unseen.test(name)) hidden += 1
      if (name === 'tr') rows.push([])
      if (name === 'td' || name === 'th') {
        rows.at(-1)?.push('')
        isInCell = true
      }
      if (name === 'br') add('\n')
    },
    ontext: (text) => add(text.replaceAll(/\s+/g, ' ')),
    onclosetag(name) {
      if (unseen.test(name)) hidden -= 1
      if (/^t[dhr]$|^table$/.test(name)) isInCell = false
    },
  })
  parser.end(html)
  return rows.map((row) => row.map((cell) => cell.trim()))
}
