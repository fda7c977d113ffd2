import type { Checked } from './check-result.tsx'
import type { ChosenFile } from './import-choices.tsx'
import type { UnclearSign } from './list-cells.ts'
import type { ImportKind } from './product-import.ts'
import type { SameProduct } from './supplier-products.ts'

/** The steps before an import runs, in order. */
export const steps = ['Choose a file', 'Columns', 'Pictures and names', 'Check'] as const

/** The check's questions on the whole file, before its result. */
export type Question =
  | { readonly about: 'rows to join'; readonly severalRows: number }
  | { readonly about: 'same products'; readonly same: readonly SameProduct[] }

/** The answers to these questions; undefined before they are asked. */
export interface Answers {
  readonly joins?: boolean
  readonly updatesSame?: boolean
}

/** A step with what only it has: the check asks, or shows its result. */
type Step =
  | { readonly name: Exclude<(typeof steps)[number], 'Check'> }
  | { readonly name: 'Check'; readonly question: Question; readonly checked?: undefined }
  | { readonly name: 'Check'; readonly checked: Checked }

/** The options for the rows of a file. */
interface ImportOptions {
  readonly leavesOutHidden: boolean
  readonly bandByPrice: boolean
  readonly update: boolean
  readonly create: Partial<Record<ImportKind, readonly string[]>>
  readonly supplier: string
  /** The unclear signs that separate values; undefined for those that are remembered. */
  readonly signs?: readonly UnclearSign[] | undefined
}

/** An import that is being prepared. */
interface ImportState {
  readonly step: Step
  readonly chosen?: ChosenFile
  readonly options: ImportOptions
  readonly answers: Answers
  /** What runs at the moment; undefined where nothing does. */
  readonly busy?: string | undefined
  readonly problem?: string | undefined
}

/** The actions on an import in preparation. */
export type ImportEvent =
  | { readonly kind: 'runs'; readonly text: string }
  | { readonly kind: 'ended'; readonly problem?: string }
  | { readonly kind: 'reads a file' }
  | { readonly kind: 'has read'; readonly chosen: ChosenFile }
  | { readonly kind: 'mapped'; readonly columns: Partial<Pick<ChosenFile, 'head' | 'mapping'>> }
  | { readonly kind: 'chose'; readonly options: Partial<ImportOptions> }
  | { readonly kind: 'went to'; readonly step: 'Columns' | 'Pictures and names' }
  | { readonly kind: 'asks'; readonly question: Question }
  | { readonly kind: 'answered'; readonly answers: Answers }
  | { readonly kind: 'checked'; readonly checked: Checked }

/** Before a file is chosen. */
export const noImport: ImportState = {
  step: { name: 'Choose a file' },
  options: { leavesOutHidden: false, bandByPrice: true, update: true, create: {}, supplier: '' },
  answers: {},
}

/** The import after an event. */
export function nextImport(state: ImportState, event: ImportEvent): ImportState {
  const { chosen, options } = state
  switch (event.kind) {
    case 'runs':
      return { ...state, busy: event.text, problem: undefined }
    case 'ended':
      return { ...state, busy: undefined, problem: event.problem }
    case 'reads a file':
      return {
        step: noImport.step,
        options: { ...options, create: {}, signs: undefined },
        answers: {},
        busy: state.busy,
      }
    case 'has read':
      return { ...state, chosen: event.chosen, step: { name: 'Columns' } }
    case 'mapped':
      return chosen === undefined ? state : { ...state, chosen: { ...chosen, ...event.columns } }
    case 'chose':
      return { ...state, options: { ...options, ...event.options } }
    case 'went to':
      return { ...state, step: { name: event.step } }
    case 'asks':
      return { ...state, step: { name: 'Check', question: event.question } }
    case 'answered':
      return { ...state, answers: event.answers }
    case 'checked':
      return { ...state, step: { name: 'Check', checked: event.checked } }
  }
}
