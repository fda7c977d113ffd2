/** The file types of logos for a file picker. */
export const logoFiles = '.svg,.pdf,.ai,.eps,.png,.jpg,.jpeg'

/** The database's error for another type. */
export const logoRule = 'A logo is an SVG, PDF, AI, EPS, PNG or JPEG file'

/** Whether a file that begins so is one (the database's `content_type`). */
export function isLogo(begin: Uint8Array): boolean {
  const text = String.fromCharCode(...begin)
  return (
    ['%PDF-', '%!PS', '\u0089PNG\r\n', '\u00ff\u00d8\u00ff'].some((sign) => text.startsWith(sign)) ||
    (/^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!DOCTYPE svg|svg)/.test(text) && /<svg[\s/>]/.test(text))
  )
}

/** The most bytes of a stored file. */
export const mostFileBytes = 10 * 1024 * 1024
