import { escapeHtml } from './auth-message.ts'

/** A link within a text. */
export function anchor(url: string, text: string, colour: string): string {
  return `<a href="${escapeHtml(url)}" style="color:${colour}">${escapeHtml(text)}</a>`
}

/** An address on the web or of e-mail, without the punctuation behind it; a bracket that the address opens is its own. */
const address =
  /(?:https?:\/\/|www\.)(?:[^\s<>"()]|\([^\s<>"()]*\))*(?:\([^\s<>"()]*\)|[^\s<>"'.,;:!?*()\]}])|(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/gi

/** A text as HTML, with its line breaks, and with its addresses as links. */
export function withAnchors(text: string, colour: string): string {
  let end = 0
  let html = ''
  for (const { 0: found, index } of text.matchAll(address)) {
    const url = /^https?:/i.test(found)
      ? found
      : found.includes('@') && !/^www\./i.test(found)
        ? `mailto:${found}`
        : `https://${found}`
    html += withBreaks(text.slice(end, index)) + anchor(url, found, colour)
    end = index + found.length
  }
  return html + withBreaks(text.slice(end))
}

/** A text as HTML, with its line breaks. */
export function withBreaks(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>')
}
