import { useBackend } from '@giftwell/shared/data/backend-context.ts'
import { sendInquiry } from '@giftwell/shared/data/leads.ts'
import { emptyInquiryForm, inquiryForm } from '@giftwell/shared/domain/inquiry.ts'
import { useSubmitOnce } from '@giftwell/shared/ui/use-submit-once.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toast-context.ts'
import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMediaQuery } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'

import { useBasket, useBasketStore } from './basket-context.ts'
import classes from './basket-dialog.module.css'
import { BasketList } from './basket-list.tsx'

/** The basket's products and the form that sends them as one inquiry (specification, section 2, Inquiry basket). */
export function BasketDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const basket = useBasket()
  const store = useBasketStore()
  const toasts = useToasts()
  const isPhone = useMediaQuery('(max-width: 48em)')
  const send = useMutation(sendInquiry(useBackend()))
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: emptyInquiryForm,
    validate: schemaResolver(inquiryForm, { sync: true }),
    validateInputOnBlur: true,
  })

  const submit = useSubmitOnce(async () => {
    const products = basket.map((item) => item.name)
    try {
      await send.mutateAsync({ contact: inquiryForm.parse(form.getValues()), products })
    } catch (error) {
      console.error('The inquiry was not sent', error)
      toasts.show({
        title: 'Error',
        description: 'Failed to submit inquiry. Please try again.',
        variant: 'destructive',
      })
      return
    }
    toasts.show({
      title: 'Inquiry Submitted Successfully!',
      description: "We'll get back to you within 24 hours.",
    })
    store.clear()
    form.reset()
    onClose()
  })

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      fullScreen={isPhone ?? false}
      size="56rem"
      centered
      title={`Inquiry Basket (${basket.length} items)`}
      classNames={{ title: classes.title, header: classes.header, body: classes.body }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.columns}>
        <BasketList basket={basket} onRemove={store.remove} onClear={store.clear} />
        <form
          className={classes.form}
          noValidate
          aria-label="Your details"
          onSubmit={form.onSubmit(() => void submit.run(), focusFirstError)}
        >
          <TextInput
            label="Name"
            withAsterisk
            autoComplete="name"
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
          <TextInput
            label="Company"
            withAsterisk
            autoComplete="organization"
            key={form.key('company')}
            {...form.getInputProps('company')}
          />
          <TextInput
            label="Email"
            type="email"
            withAsterisk
            autoComplete="email"
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <TextInput
            label="Phone"
            type="tel"
            withAsterisk
            autoComplete="tel"
            key={form.key('phone')}
            {...form.getInputProps('phone')}
          />
          <Textarea
            label="Message"
            placeholder="Tell us about your requirements, quantities needed, etc."
            rows={4}
            resize="vertical"
            key={form.key('message')}
            {...form.getInputProps('message')}
          />
          <Button type="submit" size="md" disabled={submit.isRunning || basket.length === 0}>
            {submit.isRunning ? 'Submitting...' : 'Submit Inquiry'}
          </Button>
        </form>
      </div>
    </Modal>
  )

  function focusFirstError(errors: Record<string, unknown>) {
    const [first] = Object.keys(errors)
    if (first !== undefined) form.getInputNode(first)?.focus()
  }
}
