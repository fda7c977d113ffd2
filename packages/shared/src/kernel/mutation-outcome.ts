import type { MutationOptions } from '@tanstack/react-query'

/** What undoes a mutation. */
export interface Undo {
  readonly mutation: Pick<MutationOptions<unknown, Error, string>, 'mutationKey' | 'meta' | 'mutationFn'>
  readonly variables: string
}

/** The data of a mutation whose toast says more than its title, or offers to undo it or to show the record. */
export class MutationOutcome {
  readonly description: string | undefined
  readonly undo: Undo | undefined
  readonly show: (() => void) | undefined

  constructor(description?: string, undo?: Undo, show?: () => void) {
    this.description = description
    this.undo = undo
    this.show = show
  }
}
