import { NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'

import { type OwnAccount, savingDigest } from '@giftwell/shared/auth/own-account.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { useRulesForm } from '@giftwell/shared/ui/use-rules-form.ts'
import { SubmitButton } from '../screen/buttons.tsx'

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `At ${String(hour).padStart(2, '0')}:00`,
}))
const days = [
  { value: '5', label: 'Monday to Friday' },
  { value: '6', label: 'Monday to Saturday' },
  { value: '7', label: 'Every day' },
]

/** The hour and days of the daily digest (product.md, section 2, Administration). */
export function Digest({ account }: { readonly account: OwnAccount }) {
  const saving = useMutation(savingDigest(useBackend()))
  const { form, isSending, onSubmit } = useRulesForm({
    rules: z.object({ hour: z.string(), days: z.string() }),
    initial: { hour: String(account.digest_hour ?? ''), days: String(account.digest_days) },
    send: ({ hour, days: last }) =>
      saving.mutateAsync({ hour: hour === '' ? null : Number(hour), days: Number(last) }),
  })
  return (
    <form noValidate onSubmit={onSubmit}>
      <Text maw="62ch" mb="md">
        A daily e-mail listing the open items in your leads, quotations, orders and samples, in those of
        colleagues whose deputy you are, and in those without an owner. The hour is in Indian time. No e-mail
        is sent while nothing is open.
      </Text>
      <Stack gap="md" maw="22rem">
        <NativeSelect
          key={form.key('hour')}
          label="Daily digest"
          data={[{ value: '', label: 'Off' }, ...hours]}
          {...form.getInputProps('hour')}
        />
        <NativeSelect key={form.key('days')} label="Days" data={days} {...form.getInputProps('days')} />
        <SubmitButton label="Save Digest" isSending={isSending} style={{ alignSelf: 'start' }} />
      </Stack>
    </form>
  )
}
