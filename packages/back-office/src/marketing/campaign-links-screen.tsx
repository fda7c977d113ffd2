import { Anchor } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { campaignLinks, shortPath } from '@giftwell/shared/settings/campaign-links.ts'
import { leadCountQuery } from '../leads/lead-list.ts'
import { everyLead, filtersOf, leadsPath } from '../leads/lead-search.ts'
import { createdColumn, nameColumn } from '../list/column-head.tsx'
import { CrudScreen } from '../list/crud-screen.tsx'
import { TextField } from '../record/fields.tsx'
import { firstRead } from '../screen/screen-head.tsx'

// Its encoder is needed with a link open alone.
const CampaignCode = lazy(async () => ({ default: (await import('./campaign-code.tsx')).CampaignCode }))

interface CampaignForm {
  readonly name: string
  readonly word: string
  readonly path: string
  readonly source: string
  readonly medium: string | null
}

/** Short links of campaigns with their QR codes and leads (product.md, section 2, Campaign links). */
export function CampaignLinksScreen() {
  return (
    <CrudScreen
      entity={campaignLinks}
      columns={[
        { ...nameColumn, header: 'Campaign' },
        {
          header: 'Short link',
          cell: ({ word }) => shortPath(word),
          sortedBy: 'word',
          value: ({ word }) => word,
        },
        { header: 'Page', cell: ({ path }) => path, sortedBy: 'path', value: ({ path }) => path },
        { header: 'Source', cell: ({ source }) => source, sortedBy: 'source', value: ({ source }) => source },
        {
          header: 'Leads',
          width: '96px',
          cell: ({ name, source }) => <Leads campaign={name} source={source} />,
          // Counted where it is seen; the report of sources exports it.
          text: null,
        },
        createdColumn,
      ]}
      fields={({ form }) => <Fields form={form} />}
    />
  )
}

CampaignLinksScreen.firstRead = firstRead(campaignLinks.list)

/** The leads of a campaign, as the report of sources counts them: a link to them. */
function Leads(shows: { readonly campaign: string; readonly source: string }) {
  const { data: count } = useQuery(leadCountQuery(useBackend(), filtersOf({ ...everyLead, ...shows })))
  const text = count === undefined ? 'Leads' : counted(count, 'lead')
  return (
    <Anchor
      component={Link}
      to={leadsPath(shows)}
      aria-label={`${text} of ${shows.campaign}`}
      c="var(--gw-brand)"
      onClick={(event) => event.stopPropagation()}
    >
      {text}
    </Anchor>
  )
}

function Fields({ form }: { readonly form: UseFormReturnType<CampaignForm> }) {
  const { siteOrigin } = usePlatform()
  const [word, setWord] = useState(() => form.getValues().word)
  form.watch('word', ({ value }) => setWord(value))
  form.watch('path', ({ value }) => {
    // A page of this site that was copied from the browser. The field is set again once this change is done.
    if (value.startsWith(`${siteOrigin}/`))
      queueMicrotask(() => form.setFieldValue('path', value.slice(siteOrigin.length)))
  })
  const shown = word.trim().toLowerCase()
  return (
    <>
      <TextField form={form} name="name" label="Campaign" placeholder="Diwali 2026" isRequired isFirst />
      <TextField
        form={form}
        name="word"
        label="Short word"
        placeholder="diwali-26"
        isRequired
        hint={`The link is ${siteOrigin}${shortPath(shown || 'diwali-26')}. Do not change it once it is printed.`}
      />
      <TextField
        form={form}
        name="path"
        label="Page"
        placeholder="/catalogue?theme=Diwali"
        isRequired
        hint="Copy the address of a page of this site: the home page, the catalogue with its filters, or a product that you have shared."
      />
      <TextField form={form} name="source" label="Source" placeholder="flyer" isRequired />
      <TextField form={form} name="medium" label="Medium" placeholder="print" />
      {/^(?=.{2})[a-z0-9]+(?:-[a-z0-9]+)*$/.test(shown) && (
        <Suspense fallback={null}>
          <CampaignCode word={shown} />
        </Suspense>
      )}
    </>
  )
}
