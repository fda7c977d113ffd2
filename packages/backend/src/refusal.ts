/**
 * A reason not to start, or not to do what a command asks: one clear sentence for the person at the terminal.
 * Whoever catches it prints the sentence on standard error and ends the process with status 1.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}
