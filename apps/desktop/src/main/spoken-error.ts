/** A failure whose message is a sentence for the person at the screen; it names no file, no address and nobody. */
export class SpokenError extends Error {
  override readonly name = 'SpokenError'
}
