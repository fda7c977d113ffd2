import type { MutationOptions } from '@tanstack/react-query'

/** What undoes a mutation. */
export interface Undo {
  readonly mutation: MutationOptions<MutationOutcome, Error, string>
  readonly variables: string
}

/** The data of a mutation whose toast says more than its title, or offers to undo it. */
export class MutationOutcome {
  readonly description: string | undefined
  readonly undo: Undo | undefined

  constructor(description?: string, undo?: Undo) {
    this.description = description
    this.undo = undo
  }
}
