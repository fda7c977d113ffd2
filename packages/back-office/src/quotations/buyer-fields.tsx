import { Checkbox, NativeSelect, Paper, SimpleGrid, Text, TextInput, Textarea } from '@mantine/core'

import { gstinProblem, gstStates, placeOfSupply } from '@giftwell/shared/quotations/place-of-supply.ts'
import { cleanGstin, type Draft } from './quotation-draft.ts'
import { stateName } from '@giftwell/shared/quotations/quotation-sheet.ts'
import type { QuotationSeller } from '@giftwell/shared/quotations/quotation.ts'
import { placeRules } from './quotation-preview.tsx'

const stateOptions = gstStates
  .map(({ code, name }) => ({ value: code, label: name }))
  .toSorted((one, other) => one.label.localeCompare(other.label))

interface BuyerFieldsProps {
  readonly buyer: Draft['buyer']
  readonly seller: QuotationSeller
  /** As company and products tell, until somebody says so. */
  readonly isForPharma: boolean
  readonly errorOf: (field: string) => string | undefined
  readonly onChange: (values: Partial<Draft['buyer']>) => void
}

/** Who is offered to, and where the goods are supplied, with the rule that found it. */
export function BuyerFields({ buyer, seller, isForPharma, errorOf, onChange }: BuyerFieldsProps) {
  const gstin = cleanGstin(buyer.gstin)
  const isKnown = gstin !== '' && gstinProblem(gstin) === null
  const orNull = (text: string) => text.trim() || null
  const byRule = placeOfSupply(seller, {
    gstin: isKnown ? gstin : null,
    billing_state: orNull(buyer.billing_state),
    delivery_state: orNull(buyer.delivery_state),
    is_sez: buyer.is_sez,
    place: null,
    place_reason: null,
  })
  const text = (
    field: 'name' | 'company' | 'email' | 'phone' | 'gstin' | 'delivery_city' | 'place_reason',
    label: string,
    description?: string,
  ) => (
    <TextInput
      size="sm"
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      data-field={field}
      autoComplete="off"
      value={buyer[field]}
      error={field === 'gstin' && gstin.length >= 15 ? gstinProblem(gstin) : errorOf(field)}
      onChange={({ currentTarget: { value } }) =>
        onChange({
          [field]: value,
          ...(field === 'gstin' &&
            gstinProblem(cleanGstin(value)) === null && { billing_state: cleanGstin(value).slice(0, 2) }),
        })
      }
    />
  )
  const address = (field: 'billing_address' | 'delivery_address', label: string) => (
    <Textarea
      size="sm"
      label={label}
      rows={2}
      value={buyer[field]}
      error={errorOf(field)}
      onChange={({ currentTarget: { value } }) => onChange({ [field]: value })}
    />
  )
  const state = (
    field: 'billing_state' | 'delivery_state' | 'place',
    label: string,
    none: string,
    isLocked = false,
  ) => (
    <NativeSelect
      size="sm"
      label={label}
      data-field={field}
      disabled={isLocked}
      data={[{ value: '', label: none }, ...stateOptions]}
      value={buyer[field]}
      error={errorOf(field)}
      onChange={({ currentTarget: { value } }) => onChange({ [field]: value })}
    />
  )
  return (
    <Paper component="fieldset" withBorder radius="lg" className="titled" px={20} py={16}>
      <Text component="legend" inherit px={2} mb={10}>
        Buyer
      </Text>
      <SimpleGrid minColWidth={220} autoFlow="auto-fit" spacing={12}>
        {text('name', "Buyer's name")}
        {text('company', 'Company')}
        {text('email', 'E-mail')}
        {text('phone', 'Phone')}
        {text(
          'gstin',
          "Buyer's GSTIN",
          isKnown ? `PAN ${gstin.slice(2, 12)}` : 'Empty for an unregistered buyer',
        )}
        {state('billing_state', 'State of the billing address', 'Not known', isKnown)}
        {address('billing_address', 'Billing address')}
        {address('delivery_address', 'Delivery address')}
        {state('delivery_state', 'State of the delivery address', 'Not known')}
        {text('delivery_city', 'Delivery city')}
        <TextInput
          size="sm"
          type="date"
          label="Needed by"
          value={buyer.needed_by}
          onChange={({ currentTarget: { value } }) => onChange({ needed_by: value })}
        />
        <Checkbox
          size="sm"
          label="Special economic zone"
          description="Zero-rated, under LUT"
          checked={buyer.is_sez}
          onChange={({ currentTarget: { checked } }) => onChange({ is_sez: checked })}
        />
        <Checkbox
          size="sm"
          label="Pharmaceutical company"
          description="For hints on gifts to doctors"
          checked={isForPharma}
          onChange={({ currentTarget: { checked } }) => onChange({ is_pharmaceutical: checked })}
        />
        {state(
          'place',
          'Place of supply',
          byRule === null
            ? 'Follows the rule once the state of the seller is set'
            : `${stateName(byRule.state)}, by the rule: ${placeRules[byRule.why]}`,
        )}
        {buyer.place !== '' &&
          text(
            'place_reason',
            'Reason for the place of supply',
            'The reason is stored. Without one, the rule applies.',
          )}
      </SimpleGrid>
    </Paper>
  )
}
