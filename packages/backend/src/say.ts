/** Tells the person at the terminal something, in one line. */
export type Say = (line: string) => void

/** Everything that people read goes to standard error; standard output carries the ready line alone. */
export const sayOnStandardError: Say = (line) => {
  process.stderr.write(`${line}\n`)
}
