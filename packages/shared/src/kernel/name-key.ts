/**
 * What codes and names are compared by: texts that look the same are one. `private.plain_text` of the database does the same,
 * but for the case.
 */
export function nameKey(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}
