import { Button, Group, Menu, Paper, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { errorMessage } from '@giftwell/shared/kernel/app-error.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { productNamesQuery } from '../products/admin-products.ts'
import { type DraftLine, newLine, percentText } from './quotation-draft.ts'
import { todayInIndia } from '@giftwell/shared/kernel/india-time.ts'
import { type OfferedPrices, productForLineQuery } from './quotation-requests.ts'

const charges = ['Freight', 'Branding', 'Set-up'] as const

interface AddLineProps {
  readonly onAdd: (line: DraftLine, prices?: OfferedPrices) => void
}

/** Adds a product that is found by its name, a line of any text, or a charge. */
export function AddLine({ onAdd }: AddLineProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div data-add>
      <Group gap={8} mt={12}>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Add line
        </Button>
        <Menu position="bottom-start" withinPortal={false} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <Button variant="default" size="sm" leftSection={<IconPlus size={16} aria-hidden />}>
              Add charge
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {charges.map((name) => (
              <Menu.Item key={name} onClick={() => onAdd(newLine({ name, is_charge: true }))}>
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
      {isOpen && (
        <LineSearch
          onAdd={(line, prices) => {
            setOpen(false)
            onAdd(line, prices)
          }}
        />
      )}
    </div>
  )
}

/** Milliseconds without a key before products are searched. */
const debounceMs = 200

function LineSearch({ onAdd }: AddLineProps) {
  const backend = useBackend()
  const client = useQueryClient()
  const toasts = useToasts()
  const [text, setText] = useState('')
  const [searched] = useDebouncedValue(text, debounceMs)
  const { data: found = [] } = useQuery({
    ...productNamesQuery(backend, searched),
    placeholderData: keepPreviousData,
  })
  const products = text === '' ? [] : found
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  async function addProduct(id: string) {
    try {
      const product = await client.query(productForLineQuery(backend, id))
      const terms = [product.product_terms].flat()[0]
      const isInForce = (terms?.gst_rate_from ?? '') <= todayInIndia()
      const rate = isInForce ? (terms?.gst_rate ?? null) : null
      onAdd(
        newLine({
          product_id: product.id,
          name: product.name,
          code: product.code,
          image_url: product.image_url,
          hsn: terms?.hsn ?? '',
          gst_rate: rate === null ? '' : percentText(Math.round(rate * 100)),
          quantities: [{ quantity: String(product.min_quantity ?? 1), price_paise: '' }],
        }),
        {
          last: null,
          breaks: product.product_price_breaks,
          cost_paise: terms?.cost_paise ?? null,
          mrp_paise: terms?.mrp_paise ?? null,
          parts: product.product_parts.map(({ name }) => ({ name, gst_rate: null })),
          is_brand_reminder: product.is_brand_reminder,
          is_pharmaceutical: product.product_industry_tags.some((tag) => tag.industry_tags.has_doctor_types),
        },
      )
    } catch (error) {
      toasts.show({
        title: 'Error reading the product',
        description: errorMessage(error),
        variant: 'destructive',
      })
    }
  }
  const addFree = () => onAdd(newLine({ name: text.trim() }))

  return (
    <Paper withBorder radius="md" p={12} mt={8}>
      <TextInput
        size="sm"
        label="Product, or what the line is for"
        ref={field}
        autoComplete="off"
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          const exact = products.find(({ name }) => name.toLowerCase() === text.trim().toLowerCase())
          if (exact) void addProduct(exact.id)
          else if (text.trim() !== '') addFree()
        }}
      />
      <Group gap={4} mt={8} aria-live="polite">
        {products.map(({ id, name }) => (
          <Button key={id} variant="default" size="compact-sm" onClick={() => void addProduct(id)}>
            {name}
          </Button>
        ))}
        {text.trim() !== '' && (
          <Button variant="subtle" size="compact-sm" onClick={addFree}>
            Add “{text.trim()}” as it is
          </Button>
        )}
      </Group>
    </Paper>
  )
}
