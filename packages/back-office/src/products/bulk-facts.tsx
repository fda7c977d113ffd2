import { CloseButton, Group, NativeSelect, TextInput } from '@mantine/core'
import { z } from 'zod'

import { checkLeadTime, factFields, factLabels } from '@giftwell/shared/products/product-facts.ts'
import { reportBadInput } from '../record/fields.tsx'

/** The facts that a bulk edit sets, and those that it sets together. */
const choices = [
  { label: 'Minimum quantity', names: ['min_quantity'] },
  { label: 'Lead time', names: ['lead_days_from', 'lead_days_to'] },
  { label: 'Material', names: ['material'] },
  { label: 'Origin', names: ['origin'] },
  { label: 'Packaging', names: ['packaging'] },
  { label: 'Care', names: ['care'] },
  { label: 'Supplier', names: ['supplier'] },
  { label: 'HSN', names: ['hsn'] },
  { label: 'GST rate', names: ['gst_rate', 'gst_rate_from'] },
] as const

/** A fact that a bulk edit sets, by its column. */
export type BulkFact = (typeof choices)[number]['names'][number]
/** What is typed for the facts to set; an empty one is removed from the products. */
export type BulkFacts = Readonly<Partial<Record<BulkFact, string>>>

const names: readonly BulkFact[] = choices.flatMap((choice) => choice.names)
const schema = z
  .object(factFields)
  .pick({
    min_quantity: true,
    lead_days_from: true,
    lead_days_to: true,
    material: true,
    origin: true,
    packaging: true,
    care: true,
    supplier: true,
    hsn: true,
    gst_rate: true,
    gst_rate_from: true,
  })
  .partial()
  .check(checkLeadTime)

/** The values to set, null to remove, and why what is typed is none (product.md, section 5, Products). */
export function readFacts(facts: BulkFacts) {
  const { data, error } = schema.safeParse(facts)
  const problems = error?.issues.map(({ path, message }) => [path[0], message] as const)
  return { values: data ?? {}, problems: new Map<unknown, string>(problems) }
}

/** What an edit of facts is listed by: "Material: Steel", "Care: None". */
export function factTexts(facts: BulkFacts): readonly string[] {
  return names
    .filter((name) => facts[name] !== undefined)
    .map((name) => `${factLabels[name]}: ${(facts[name] ?? '').trim() || 'None'}`)
}

interface FactChangesProps {
  readonly facts: BulkFacts
  readonly onChange: (facts: BulkFacts) => void
}

/** Chooses facts and what they are set to. */
export function FactChanges({ facts, onChange }: FactChangesProps) {
  const { problems } = readFacts(facts)
  const isChosen = (choice: (typeof choices)[number]) => facts[choice.names[0]] !== undefined
  function set(chosen: readonly BulkFact[], typed?: string) {
    const all = { ...facts, ...Object.fromEntries(chosen.map((name) => [name, typed])) }
    onChange(Object.fromEntries(Object.entries(all).filter(([, text]) => text !== undefined)))
  }
  return (
    <>
      <NativeSelect
        label="Set a fact"
        value=""
        data={[
          { value: '', label: 'Choose' },
          ...choices.filter((choice) => !isChosen(choice)).map(({ label }) => label),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const choice = choices.find(({ label }) => label === value)
          if (choice !== undefined) set(choice.names, '')
        }}
      />
      {choices.filter(isChosen).map((choice) => (
        <Group
          key={choice.label}
          gap={8}
          align="flex-start"
          wrap="nowrap"
          role="group"
          aria-label={choice.label}
        >
          {choice.names.map((name) => (
            <TextInput
              key={name}
              flex={1}
              size="sm"
              label={factLabels[name]}
              placeholder="None"
              autoComplete="off"
              defaultValue=""
              error={problems.get(name)}
              {...(name === 'gst_rate_from'
                ? { type: 'date', ...reportBadInput((typed) => set([name], typed)) }
                : { onChange: ({ currentTarget: { value } }) => set([name], value) })}
            />
          ))}
          <CloseButton
            mt={26}
            aria-label={`Leave ${choice.label} as it is`}
            onClick={() => set(choice.names)}
          />
        </Group>
      ))}
    </>
  )
}
