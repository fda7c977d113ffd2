import { NativeSelect } from '@mantine/core'
import { useState } from 'react'

import { gstinProblem, gstStates } from '@giftwell/shared/quotations/place-of-supply.ts'
import type { sellerProfile } from '@giftwell/shared/settings/seller-profile.ts'
import { LongTextField, TextField } from '../record/fields.tsx'
import type { FieldsProps } from '../record/record-dialog.tsx'
import { SettingCheck, SettingsFieldset } from './settings-fieldset.tsx'

/** The seller of quotations (product.md, section 2, Quotations). A GSTIN decides the state. */
export function SellerFields({ form, isSaving }: FieldsProps<typeof sellerProfile.empty>) {
  const [hasGstin, setHasGstin] = useState(() => form.getValues().gstin !== '')
  form.watch('gstin', ({ value }) => {
    const gstin = value.trim().toUpperCase()
    setHasGstin(gstin !== '')
    if (gstinProblem(gstin) === null) form.setFieldValue('state', gstin.slice(0, 2))
  })
  return (
    <SettingsFieldset title="Seller" isSaving={isSaving}>
      <TextField form={form} name="legal_name" label="Legal name" hint="Stands on quotations." />
      <LongTextField form={form} name="address" label="Address of the seller" />
      <TextField form={form} name="gstin" label="GSTIN" hint="Without one, quotations show no tax." />
      <NativeSelect
        key={form.key('state')}
        label="State of the seller"
        description={hasGstin ? 'As the GSTIN says.' : 'Quotations cannot be sent without it.'}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data={[{ value: '', label: 'Not known' }, ...stateOptions]}
        {...form.getInputProps('state')}
        disabled={hasGstin}
      />
      <SettingCheck
        form={form}
        name="is_composition"
        label="Composition dealer"
        hint="Quotations show no tax, and say why."
      />
      <TextField
        form={form}
        name="number_series"
        label="Number series"
        hint="One to four letters, with which numbers begin: GW2627/0001 is the first of the financial year 2026/27."
      />
      <NativeSelect
        key={form.key('min_hsn_digits')}
        label="Minimum HSN digits"
        description="By the turnover of the year before: 4 digits up to Rs. 5 crore, 6 above it; 8 for listed chemicals. A line with fewer is not sent."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data={[
          { value: '0', label: 'None' },
          { value: '4', label: '4' },
          { value: '6', label: '6' },
          { value: '8', label: '8' },
        ]}
        {...form.getInputProps('min_hsn_digits')}
      />
      <TextField
        form={form}
        name="discount_limit"
        label="Discount limit (%)"
        inputMode="decimal"
        hint="A quotation with a larger discount is sent by administrators alone. Empty for no limit."
      />
      <TextField form={form} name="valid_days" label="Valid for (days)" inputMode="numeric" />
      <SettingCheck
        form={form}
        name="rounds_off"
        label="Round off to the rupee"
        hint="As a line of its own under the taxes."
      />
      <LongTextField form={form} name="bank_details" label="Bank details" />
      <LongTextField
        form={form}
        name="terms"
        label="Terms"
        rows={5}
        hint="Of new quotations; each has its own after that."
      />
      <LongTextField
        form={form}
        name="credit_note"
        label="Input tax credit"
        hint="Your text on credit for gifts, to which quotations lead. Ask your accountant. Without it nothing is said."
      />
      <SettingCheck
        form={form}
        name="needs_code"
        label="Code on acceptance"
        hint="Who accepts enters a code that is sent to the quotation’s e-mail address."
      />
      <TextField
        form={form}
        name="kept_years"
        label="Years that accepted quotations are kept"
        inputMode="numeric"
        hint="When a person is forgotten, the legal copy of what they accepted stays this long. Empty keeps none."
      />
    </SettingsFieldset>
  )
}

const stateOptions = gstStates
  .map(({ code, name }) => ({ value: code, label: name }))
  .toSorted((one, other) => one.label.localeCompare(other.label))
