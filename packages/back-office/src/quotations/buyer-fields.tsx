import {
  Anchor,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Paper,
  Radio,
  SimpleGrid,
  Text,
  TextInput,
  Textarea,
} from '@mantine/core'
import { Link } from 'react-router-dom'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { gstStates, otherCountry } from '@giftwell/shared/quotations/gst-states.ts'
import {
  cleanGstin,
  gstinKind,
  gstinKinds,
  gstinProblem,
  stateOfGstin,
} from '@giftwell/shared/quotations/gstin.ts'
import {
  type BuyerPlace,
  type PlaceOfSupply,
  placeByRule,
  placeOfSupply,
} from '@giftwell/shared/quotations/place-of-supply.ts'
import { placeSuggestions } from '@giftwell/shared/quotations/place-suggestions.ts'
import { stateName } from '@giftwell/shared/quotations/quotation-sheet.ts'
import type { QuotationSeller } from '@giftwell/shared/quotations/quotation.ts'
import type { Draft } from './quotation-draft.ts'
import { placeRules } from './quotation-preview.tsx'

const stateOptions = gstStates
  .map(({ code, name }) => ({ value: code, label: name }))
  .toSorted((one, other) => one.label.localeCompare(other.label))

type Buyer = Draft['buyer']

interface BuyerFieldsProps {
  readonly buyer: Buyer
  /** The same as far as it can be read. */
  readonly read: BuyerPlace
  readonly seller: QuotationSeller
  /** Derived from company and products until it is set. */
  readonly isForPharma: boolean
  readonly errorOf: (field: string) => string | undefined
  readonly onChange: (values: Partial<Buyer>) => void
}

/** Who is offered to, and where the goods are supplied, with the rule that found it. */
export function BuyerFields(props: BuyerFieldsProps) {
  const { buyer, read, seller, isForPharma, errorOf, onChange } = props
  const text = (field: 'name' | 'company' | 'email' | 'phone' | 'delivery_city', label: string) => (
    <TextInput
      size="sm"
      label={label}
      data-field={field}
      autoComplete="off"
      value={buyer[field]}
      error={errorOf(field)}
      onChange={({ currentTarget: { value } }) => onChange({ [field]: value })}
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
  const state = (field: 'billing_state' | 'delivery_state', label: string, isLocked = false) => (
    <NativeSelect
      size="sm"
      label={label}
      data-field={field}
      disabled={isLocked}
      data={[{ value: '', label: 'Not known' }, ...stateOptions]}
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
        <GstinField {...props} />
        {state(
          'billing_state',
          'State of the billing address',
          read.gstin !== null && stateOfGstin(read.gstin) !== null,
        )}
        {address('billing_address', 'Billing address')}
        {address('delivery_address', 'Delivery address')}
        {state('delivery_state', 'State of the delivery address')}
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
          description="Zero-rated"
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
        <PlaceField {...props} />
        <ZeroRatingField
          buyer={buyer}
          seller={seller}
          place={placeOfSupply(seller, read)}
          onChange={onChange}
        />
      </SimpleGrid>
    </Paper>
  )
}

/** Any kind of registration, which is named; a number of an unknown form stands as the buyer states it, once that is confirmed. */
function GstinField({ buyer, onChange }: BuyerFieldsProps) {
  const gstin = cleanGstin(buyer.gstin)
  const kind = gstinKind(gstin)
  const problem = gstin === '' || buyer.gstin_as_stated ? null : gstinProblem(gstin)
  const pan = kind === 'taxpayer' || kind === 'tax_collector' ? ` · PAN ${gstin.slice(2, 12)}` : ''
  return (
    <div>
      <TextInput
        size="sm"
        label="Buyer's GSTIN"
        description={
          kind === null
            ? gstin === ''
              ? 'Empty for an unregistered buyer'
              : buyer.gstin_as_stated && 'As the buyer states it'
            : gstinKinds[kind] + pan
        }
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data-field="gstin"
        autoComplete="off"
        value={buyer.gstin}
        error={gstin.length >= 15 ? problem : null}
        onChange={({ currentTarget: { value } }) => {
          const code = stateOfGstin(cleanGstin(value))
          onChange({ gstin: value, gstin_as_stated: false, ...(code !== null && { billing_state: code }) })
        }}
      />
      {(problem !== null || buyer.gstin_as_stated) && (
        <Checkbox
          size="xs"
          mt={6}
          label="Use it as the buyer states it"
          checked={buyer.gstin_as_stated}
          onChange={({ currentTarget: { checked } }) => onChange({ gstin_as_stated: checked })}
        />
      )}
    </div>
  )
}

/** The place of supply: by the rule, or another one with a reason; where no rule finds it, states that the addresses suggest. */
function PlaceField({ buyer, read, seller, errorOf, onChange }: BuyerFieldsProps) {
  const byRule = placeByRule(read)
  const hasSeller = seller.gstin !== null || seller.state !== null
  const isUnknown = byRule === null && buyer.place === ''
  const delivery = `${buyer.delivery_address}\n${buyer.delivery_city}`
  const isDelivery = delivery.trim() !== ''
  const suggested = isUnknown ? placeSuggestions(isDelivery ? delivery : buyer.billing_address) : []
  return (
    <>
      <div>
        <NativeSelect
          size="sm"
          label="Place of supply"
          description={
            isUnknown &&
            (suggested.length > 1
              ? 'Several places: choose the one that decides.'
              : 'Not known: enter the state or PIN code of the delivery, or choose it here.')
          }
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          data-field="place"
          data={[
            {
              value: '',
              label: !hasSeller
                ? 'Follows the rule once the state of the seller is set'
                : byRule === null
                  ? 'Not known'
                  : `${stateName(byRule.state)}, by the rule: ${placeRules[byRule.why]}`,
            },
            ...stateOptions,
          ]}
          value={buyer.place}
          error={errorOf('place')}
          onChange={({ currentTarget: { value } }) => onChange({ place: value })}
        />
        {suggested.length > 0 && (
          <Group gap={4} mt={6}>
            {suggested.map(({ code, place }) => (
              <Button
                key={code}
                variant="default"
                size="compact-xs"
                fw={500}
                aria-label={`Use ${stateName(code)}, for ${place}`}
                onClick={() => onChange(isDelivery ? { delivery_state: code } : { billing_state: code })}
              >
                {place}: {stateName(code)}
              </Button>
            ))}
          </Group>
        )}
      </div>
      {buyer.place !== '' && byRule !== null && byRule.state !== buyer.place && (
        <TextInput
          size="sm"
          label="Reason for the place of supply"
          description="The reason is stored. Without one, the rule applies."
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          data-field="place_reason"
          autoComplete="off"
          value={buyer.place_reason}
          error={errorOf('place_reason')}
          onChange={({ currentTarget: { value } }) => onChange({ place_reason: value })}
        />
      )}
    </>
  )
}

interface ZeroRatingFieldProps extends Pick<BuyerFieldsProps, 'buyer' | 'seller' | 'onChange'> {
  readonly place: PlaceOfSupply | null
}

/** How an export, or a supply to a special economic zone, bears no tax; under LUT only with one that is valid. */
function ZeroRatingField({ buyer, seller, place, onChange }: ZeroRatingFieldProps) {
  const { isAdmin } = useAuth()
  const isExport = place?.supply === 'export' || buyer.place === otherCountry
  if ((!isExport && !buyer.is_sez) || seller.gstin === null || seller.is_composition) return null
  return (
    <Radio.Group
      size="sm"
      label={isExport ? 'Export' : 'Special economic zone'}
      description={
        !seller.lut && (
          <>
            Site Settings have no LUT that is valid today.{' '}
            {isAdmin && (
              <Anchor component={Link} to="/admin/settings/seller#lut_number" fz="inherit">
                Enter it
              </Anchor>
            )}
          </>
        )
      }
      value={buyer.zero_rating ?? (seller.lut ? 'lut' : 'igst')}
      onChange={(value) => onChange({ zero_rating: value === 'lut' ? 'lut' : 'igst' })}
    >
      {seller.lut && <Radio mt={6} size="sm" value="lut" label="Under LUT, without payment of IGST" />}
      <Radio mt={6} size="sm" value="igst" label="With payment of IGST" data-field="zero_rating" />
    </Radio.Group>
  )
}
