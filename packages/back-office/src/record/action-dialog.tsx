import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { z } from 'zod'

import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { useDialogEntry } from './use-dialog-entry.ts'
import { useRulesForm } from '@giftwell/shared/ui/use-rules-form.ts'

interface ActionField {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'date' | 'long'
  readonly initial?: string
  /** The choice of nothing; “Choose” unless given. */
  readonly none?: string
  /** The options of a choice, instead of a text. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
  /** The browser's suggestions while typing. */
  readonly suggestions?: readonly string[]
  readonly isOptional?: boolean
  /** The error of a value that is not missing. */
  readonly check?: (value: string) => string | null
}

/** An action, with the fields of its dialog. */
export interface DialogAction {
  readonly title: string
  readonly intro?: string
  /** The button's text; the title unless given. */
  readonly button?: string
  /** Of the button; that of the brand unless given. */
  readonly color?: 'brick'
  readonly fields: readonly ActionField[]
  readonly run: (values: Readonly<Record<string, string>>) => Promise<unknown>
  /** Below the fields. */
  readonly children?: ReactNode
}

/** Asks for a few values, and runs an action with them. After a failure, reported by the action's toast, the input stays. */
export function ActionDialog({
  action,
  onClose,
}: {
  readonly action: DialogAction
  readonly onClose: () => void
}) {
  const { title, intro, button = title, color, fields, run, children } = action
  const { form, isSending, onSubmit } = useRulesForm({
    rules: z.object(Object.fromEntries(fields.map((field) => [field.name, ruleOf(field)]))),
    initial: Object.fromEntries(fields.map(({ name, initial = '' }) => [name, initial])),
    async send(values) {
      await run(values)
      leave(onClose)
    },
  })
  const { leave, close } = useDialogEntry({ opened: true, isBusy: isSending, onClose })
  return (
    <Dialog opened onClose={close} title={title} size="480px">
      <form noValidate onSubmit={onSubmit}>
        <Stack gap={14}>
          {intro !== undefined && <Text c="dimmed">{intro}</Text>}
          {fields.map((field, index) => {
            const props = {
              label: field.label,
              'data-autofocus': index === 0 || undefined,
              autoComplete: 'off',
              ...form.getInputProps(field.name),
            }
            const key = form.key(field.name)
            if (field.choices !== undefined)
              return (
                <NativeSelect
                  key={key}
                  data={[{ value: '', label: field.none ?? 'Choose' }, ...field.choices]}
                  {...props}
                />
              )
            const Input = field.type === 'long' ? Textarea : TextInput
            const list = field.suggestions && `${form.key(field.name)}-suggestions`
            return (
              <div key={key}>
                <Input {...(field.type === 'date' && { type: 'date' })} {...props} {...(list && { list })} />
                {list && (
                  <datalist id={list}>
                    {field.suggestions?.map((text) => (
                      <option key={text}>{text}</option>
                    ))}
                  </datalist>
                )}
              </div>
            )
          })}
          {children}
          <Group gap={8}>
            <Button type="submit" {...(color && { color })} loading={isSending}>
              {button}
            </Button>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function ruleOf({ label, isOptional = false, check }: ActionField) {
  return z.string().check(({ value, issues }) => {
    const text = value.trim()
    const message = text !== '' ? (check?.(text) ?? null) : isOptional ? null : `${label} is required`
    if (message !== null) issues.push({ code: 'custom', input: value, message })
  })
}
