import { createElement, Fragment, type ReactNode } from 'react'

/** Consecutive lines of one kind. */
interface Block {
  readonly kind: 'p' | 'ul' | 'ol'
  /** Of a numbered list. */
  readonly start: number
  readonly lines: string[]
}

const bullet = /^[-*•]\s+/
const numbered = /^(\d{1,3})[.)]\s+/

/** What closes at the next delimiter, with letters neither before nor after it: each sign is read a few times at most. */
const emphasis =
  /((?<![\p{L}\p{N}*])\*\*(?!\s)[^*]+\*\*(?![\p{L}\p{N}*])|(?<![\p{L}\p{N}*])\*(?!\s)[^*]+\*(?![\p{L}\p{N}*])|(?<![\p{L}\p{N}_])_(?!\s)[^_]+_(?![\p{L}\p{N}_]))/u

/**
 * A product's description, or the terms: paragraphs, lists, bold and italic text of Markdown (product.md, section 2, A product). All else,
 * HTML and links among it, is the text that it is.
 */
export function Description({ text }: { readonly text: string }) {
  const elements = blocksOf(text).map(({ kind, start, lines }) =>
    kind === 'p'
      ? createElement(kind, null, ...emphasised(lines.join('\n')))
      : createElement(
          kind,
          kind === 'ol' ? { start } : null,
          ...lines.map((line) => createElement('li', null, ...emphasised(line))),
        ),
  )
  return createElement(Fragment, null, ...elements)
}

/** The description without its marks, for search engines; cut after a word. */
export function plainDescription(text: string, maxCharacters: number): string {
  const lines = blocksOf(text).flatMap((block) => block.lines)
  const plain = lines.map(unmarked).join(' ')
  if (plain.length <= maxCharacters) return plain
  const cut = plain.slice(0, maxCharacters)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1)).toWellFormed()}…`
}

function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = []
  let isNew = true
  for (const line of text.split(/\r?\n/).map((each) => each.trim())) {
    const number = numbered.exec(line)
    const kind = number ? 'ol' : bullet.test(line) ? 'ul' : 'p'
    const last = blocks.at(-1)
    if (line === '') isNew = true
    else {
      const content = line.replace(kind === 'ol' ? numbered : kind === 'ul' ? bullet : '', '')
      // A list goes on after an empty line; a paragraph does not.
      if (last?.kind === kind && !(isNew && kind === 'p')) last.lines.push(content)
      else blocks.push({ kind, start: Number(number?.[1] ?? 1), lines: [content] })
      isNew = false
    }
  }
  return blocks
}

/** A text between marks, or outside of them. */
interface Part {
  readonly tag: 'strong' | 'em' | null
  readonly inner: string
}

/** Every second part of the split is between marks. */
function partsOf(line: string): readonly Part[] {
  return line.split(emphasis).map((part, index) => {
    if (index % 2 === 0) return { tag: null, inner: part }
    return part.startsWith('**')
      ? { tag: 'strong', inner: part.slice(2, -2) }
      : { tag: 'em', inner: part.slice(1, -1) }
  })
}

function unmarked(line: string): string {
  return partsOf(line)
    .map(({ tag, inner }) => (tag === null ? inner : unmarked(inner)))
    .join('')
}

/** Marks of one kind do not nest, so the recursion ends soon. */
function emphasised(line: string): readonly ReactNode[] {
  return partsOf(line).map(({ tag, inner }) =>
    tag === null ? inner : createElement(tag, null, ...emphasised(inner)),
  )
}
