import type { UseFormReturnType } from '@mantine/form'

/** What a form's field holds, kept current: for what depends on it. */
export function useFieldValue<Form, Name extends keyof Form & string>(
  form: UseFormReturnType<Form>,
  name: Name,
): Form[Name] {
  return form.useWatchValue(name) as Form[Name] // of that very field
}
