/** The names of devices on Windows, with any extension and in any case. */
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=\.|$)/i

/** What separates folders or means something else on one of the systems, and what cannot be seen or turns text around. */
// oxlint-disable-next-line no-control-regex -- control characters are what it is about
const unsafe = /[/\\:*?"<>|\u0000-\u001F\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g

/** Enough for a name, and little enough for the systems that count 255 bytes. */
const mostBytes = 200

/**
 * The name that is offered for a file to be saved: of any text, one that every system takes and that names a file in the
 * folder where the dialog stands, with its extension.
 */
export function safeFileName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(unsafe, '_')
    .replace(/^[\s.]+/, '')
    .replace(/[\s.]+$/, '')
  if (plain === '' || plain.replaceAll('_', '') === '') return 'Giftwell'
  const allowed = reserved.test(plain) ? `_${plain}` : plain
  return shortened(allowed)
}

function shortened(name: string): string {
  const extension = /\.[^.\s]{1,10}$/.exec(name)?.[0] ?? ''
  const stem = name.slice(0, name.length - extension.length)
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(stem)) {
    if (Buffer.byteLength(kept + segment + extension) > mostBytes) break
    kept += segment
  }
  return kept.trimEnd() + extension
}
