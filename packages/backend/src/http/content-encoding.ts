/** The two ways in which answers are compressed, the better one first. */
export const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** The best of the ways at hand that the client takes, by its `accept-encoding`, or null for none. */
export function acceptedEncoding(header: string | undefined, atHand: readonly Encoding[]): Encoding | null {
  const taken = new Map<string, number>()
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    taken.set(name, quality === undefined ? 1 : Number(quality))
  }
  const takes = (name: Encoding): boolean => (taken.get(name) ?? taken.get('*') ?? 0) > 0
  return encodings.find((name) => atHand.includes(name) && takes(name)) ?? null
}
