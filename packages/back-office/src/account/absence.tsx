import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { type OwnAccount, savingAbsence } from '@giftwell/shared/auth/own-account.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { useRulesForm } from '@giftwell/shared/ui/use-rules-form.ts'
import { TextField } from '../record/fields.tsx'
import { administratorsQuery, choicesOf } from '../staff/administrators.ts'
import { HandOverDialog } from '../people/hand-over-dialog.tsx'
import { SubmitButton } from '../screen/buttons.tsx'

const absenceForm = z
  .object({ away_until: z.string(), deputy_id: z.string() })
  .refine(({ away_until: day, deputy_id: deputy }) => day === '' || deputy !== '', {
    path: ['deputy_id'],
    error: 'Choose a deputy',
  })

/** Until when the person is away, and who gets the e-mails of buyers meanwhile. Open work can be handed over at once. */
export function Absence({ account }: { readonly account: OwnAccount }) {
  const backend = useBackend()
  const { user } = useAuth()
  const saving = useMutation(savingAbsence(backend))
  const people = useQuery(administratorsQuery(backend)).data ?? []
  const [isHandingOver, setHandingOver] = useState(false)
  const { form, isSending, onSubmit } = useRulesForm({
    rules: absenceForm,
    initial: { away_until: account.away_until ?? '', deputy_id: account.deputy_id ?? '' },
    send: (absence) => saving.mutateAsync(absence),
  })
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md" maw="22rem">
        <TextField
          form={form}
          name="away_until"
          label="Away until"
          type="date"
          hint="Until the end of this day, buyers’ answers to your quotations go to your deputy."
        />
        <NativeSelect
          key={form.key('deputy_id')}
          label="Deputy"
          data={[
            { value: '', label: 'No one' },
            ...choicesOf(people).filter(({ value }) => value !== user?.id),
          ]}
          {...form.getInputProps('deputy_id')}
        />
        <Group gap="sm">
          <SubmitButton label="Save Absence" isSending={isSending} />
          <Button variant="default" onClick={() => setHandingOver(true)}>
            Hand over my open work
          </Button>
        </Group>
      </Stack>
      {isHandingOver && (
        <HandOverDialog
          work={{ person: user?.id ?? '' }}
          successor={form.getValues().deputy_id}
          onClose={() => setHandingOver(false)}
        />
      )}
    </form>
  )
}
