import type { UseFormReturnType } from '@mantine/form'
import type { z } from 'zod'

import { useUnsavedGuard } from '@giftwell/shared/app/unsaved-guard.tsx'
import { RejectedValue } from '@giftwell/shared/kernel/entity-mutations.ts'
import { useRulesForm } from '@giftwell/shared/ui/use-rules-form.ts'
import { useSubmitOnce } from '@giftwell/shared/ui/use-submit-once.ts'

interface SavedFormOptions<Values extends Record<string, unknown>, Saved> {
  readonly rules: z.ZodType<Saved>
  readonly initial: Values
  /** Saves the values as the rules leave them, and resolves to false if it did not. What it throws is shown by its toast. */
  readonly save: (values: Saved, form: UseFormReturnType<Values>) => unknown
  /** Whether leaving the screen asks before unsaved changes are discarded; a dialog's entry asks itself. */
  readonly isGuarded?: boolean
  /** Whether a save empties the form. */
  readonly isEmptied?: boolean
}

/**
 * A form of the back office that saves no record of an entity, which is `useRecordForm`'s. Invalid values show at their fields and
 * the first of them takes the focus, a second press while one is saved does nothing, and after a failure what was typed
 * stays; a value that the server rejects shows at its field.
 */
export function useSavedForm<Values extends Record<string, unknown>, Saved>(
  options: SavedFormOptions<Values, Saved>,
) {
  const { rules, initial, save, isGuarded = false, isEmptied = false } = options
  const { form, submitTo } = useRulesForm<Values>({ rules, initial })
  const saving = useSubmitOnce(async () => {
    const typed = form.getValues()
    try {
      if ((await save(rules.parse(typed), form)) === false) return
    } catch (error) {
      if (error instanceof RejectedValue) form.setFieldError(error.field, error.message)
      return
    }
    if (isEmptied) form.reset()
    else form.resetDirty(typed)
  })
  useUnsavedGuard({ isUnsaved: () => isGuarded && form.isDirty() })
  return { form, isSaving: saving.isRunning, onSubmit: submitTo(saving.run) }
}
