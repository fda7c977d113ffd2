/** Remembers how to undo what was done, for an end that may come at any point. */
export interface Undoing {
  add(step: () => void | Promise<void>): void
  /** Takes the steps in the reverse order of doing, each once, and all of them even when one fails. */
  run(): Promise<void>
}

export function createUndoing(): Undoing {
  const steps: (() => void | Promise<void>)[] = []
  return {
    add(step) {
      steps.push(step)
    },
    async run() {
      const failures: unknown[] = []
      for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
        try {
          await step()
        } catch (error) {
          failures.push(error)
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be closed.')
    },
  }
}
