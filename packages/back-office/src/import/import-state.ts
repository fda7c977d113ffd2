import type { Checked } from './check-result.tsx'
import type { ChosenFile } from './import-choices.tsx'
import type { ImportKind } from './product-import.ts'

/** The steps before an import runs, in order. */
export const steps = ['Choose a file', 'Columns', 'Pictures and names', 'Check'] as const

/** A step with what only it has: the check asks whether to join rows, or shows its result. */
type Step =
  | { readonly name: Exclude<(typeof steps)[number], 'Check'> }
  | { readonly name: 'Check'; readonly severalRows: number; readonly checked?: undefined }
  | { readonly name: 'Check'; readonly checked: Checked }

/** What is chosen for the rows of a file. */
interface ImportOptions {
  readonly leavesOutHidden: boolean
  readonly bandByPrice: boolean
  readonly update: boolean
  /** Names to create, by their kind. */
  readonly create: Partial<Record<ImportKind, readonly string[]>>
  readonly supplier: string
}

/** An import that is being prepared. */
interface ImportState {
  readonly step: Step
  readonly chosen?: ChosenFile
  readonly options: ImportOptions
  /** Whether rows of one product are joined, once that was asked. */
  readonly joins: boolean | undefined
  /** What runs at the moment; undefined where nothing does. */
  readonly busy?: string | undefined
  readonly problem?: string | undefined
}

/** What happens to an import that is being prepared. */
export type ImportEvent =
  | { readonly kind: 'runs'; readonly text: string }
  | { readonly kind: 'ended'; readonly problem?: string }
  | { readonly kind: 'reads a file' }
  | { readonly kind: 'has read'; readonly chosen: ChosenFile }
  | { readonly kind: 'mapped'; readonly columns: Partial<Pick<ChosenFile, 'head' | 'mapping'>> }
  | { readonly kind: 'chose'; readonly options: Partial<ImportOptions> }
  | { readonly kind: 'went to'; readonly step: 'Columns' | 'Pictures and names' }
  | { readonly kind: 'asks to join'; readonly severalRows: number }
  | { readonly kind: 'joins'; readonly joins: boolean | undefined }
  | { readonly kind: 'checked'; readonly checked: Checked }

/** Before a file is chosen. */
export const noImport: ImportState = {
  step: { name: 'Choose a file' },
  options: { leavesOutHidden: false, bandByPrice: false, update: true, create: {}, supplier: '' },
  joins: undefined,
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
      return { step: noImport.step, options: { ...options, create: {} }, joins: undefined, busy: state.busy }
    case 'has read':
      return { ...state, chosen: event.chosen, step: { name: 'Columns' } }
    case 'mapped':
      return chosen === undefined ? state : { ...state, chosen: { ...chosen, ...event.columns } }
    case 'chose':
      return { ...state, options: { ...options, ...event.options } }
    case 'went to':
      return { ...state, step: { name: event.step } }
    case 'asks to join':
      return { ...state, step: { name: 'Check', severalRows: event.severalRows } }
    case 'joins':
      return { ...state, joins: event.joins }
    case 'checked':
      return { ...state, step: { name: 'Check', checked: event.checked } }
  }
}
