import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { Fragment } from 'react'

import type { PlaceOfSupply } from '@giftwell/shared/quotations/place-of-supply.ts'
import { quotationChanges } from '@giftwell/shared/quotations/quotation-changes.ts'
import {
  type QuotationSheet,
  sheetLabels,
  type SheetLine,
  type SheetParty,
  type SheetVersion,
} from '@giftwell/shared/quotations/quotation-sheet.ts'
import { blocksOf } from '@giftwell/shared/quotations/sheet-blocks.ts'
import classes from './quotation-preview.module.css'

/** By which rule a place of supply was found. */
export const placeRules: Readonly<Record<PlaceOfSupply['why'], string>> = {
  chosen: 'chosen, with a reason',
  gstin: 'the state of the buyer’s GSTIN',
  delivery: 'where the goods are delivered',
  billing: 'the billing address of a buyer without GSTIN',
  seller: 'the seller’s state, since no address of the buyer is known',
}

/** A quotation as its buyer reads it. */
export function QuotationPreview({ sheet }: { readonly sheet: QuotationSheet }) {
  return (
    <Stack component="article" className={classes.sheet} gap={14} fz="sm">
      <Title order={2} ff="text" fz="1.125rem">
        {sheet.title}
      </Title>
      <Text fz="sm" c="dimmed">
        {sheet.dates.join(' · ')}
      </Text>
      <SimpleGrid className={classes.parties} minColWidth={140} autoFlow="auto-fit" spacing={12}>
        <Party party={sheet.seller} />
        <Party party={sheet.buyer} />
        {sheet.facts.map(({ label, text }) => (
          <div key={label}>
            <Text component="span" fz="xs" c="dimmed">
              {label}
            </Text>
            <span>{text}</span>
          </div>
        ))}
      </SimpleGrid>
      {sheet.message && <p className={classes.text}>{sheet.message}</p>}
      <table className={classes.lines}>
        <thead>
          <tr>
            <th>{sheetLabels.item}</th>
            <th>{sheetLabels.quantity}</th>
            <th>{sheetLabels.price}</th>
            <th>{sheetLabels.amount}</th>
          </tr>
        </thead>
        <tbody>
          {blocksOf(sheet.lines).map(({ heading, lines }) => (
            <Fragment key={lines[0]?.line.id}>
              {heading !== null && (
                <tr>
                  <th colSpan={4} className={classes.group}>
                    {heading}
                  </th>
                </tr>
              )}
              {lines.map((line) => (
                <Line key={line.line.id} {...line} />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
      <Stack component="dl" className="tabular" gap={4} w="min(100%, 280px)" ms="auto">
        {sheet.sums.map(({ label, text }) => (
          <Group key={label} justify="space-between" gap={16} wrap="nowrap">
            <dt>{label}</dt>
            <dd>{text}</dd>
          </Group>
        ))}
        <Group className="line-above" justify="space-between" gap={16} wrap="nowrap" pt={6} fz="md" fw={650}>
          <dt>{sheet.total.label}</dt>
          <dd>{sheet.total.text}</dd>
        </Group>
      </Stack>
      <Text fz="sm">{sheet.words}</Text>
      {sheet.perGift !== null && (
        <Text fz="sm" fw={600}>
          {sheet.perGift}
        </Text>
      )}
      <Text fz="sm" c="dimmed">
        {[...sheet.sentences, sheet.closing].join(' ')}
      </Text>
      {sheet.sections.map(({ id, title, text }) => (
        <section key={id} id={id} aria-label={title}>
          <strong>{title}</strong>
          <p className={classes.text}>{text}</p>
        </section>
      ))}
    </Stack>
  )
}

/** A revision's changes from the previous version, as its buyer sees them. */
export function RevisionChanges({ before, after }: Readonly<Record<'before' | 'after', SheetVersion>>) {
  const changes = quotationChanges(before, after)
  return (
    <Paper component="section" withBorder radius="lg" p="md" aria-label="What changed" fz="sm">
      <Text fw={600} fz="sm">
        What changed
      </Text>
      {changes.length === 0 && (
        <Text c="dimmed" fz="sm">
          Nothing yet. Buyers see here what a revision changes.
        </Text>
      )}
      <ul>
        {changes.map(({ about, texts }) => (
          <li key={about}>
            <strong>{about}</strong>: {texts.join('; ')}
          </li>
        ))}
      </ul>
    </Paper>
  )
}

function Party({ party: { label, name, lines } }: { readonly party: SheetParty }) {
  return (
    <div>
      <Text component="span" fz="xs" c="dimmed">
        {label}
      </Text>
      <strong>{name}</strong>
      {lines.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </div>
  )
}

/** A line in two rows, so that its figures have the width of the sheet. */
function Line({ line, name, isChosen, standing, facts, offer, offers }: SheetLine) {
  const others = offers.filter(({ isSelected }) => !isSelected)
  return (
    <>
      <tr className={classes.name} data-other={!isChosen || undefined}>
        <td colSpan={4}>
          {name}
          {line.note && <small>{line.note}</small>}
          {others.length > 0 && <small>{sheetLabels.offers}</small>}
          {others.map(({ text, perGift }) => (
            <small key={text}>{[text, perGift].filter(Boolean).join(' · ')}</small>
          ))}
        </td>
      </tr>
      <tr data-other={!isChosen || undefined}>
        <td>
          <small>{[standing, ...facts].filter(Boolean).join(' · ')}</small>
        </td>
        <td>{offer.quantity}</td>
        <td>{offer.price}</td>
        <td>
          {offer.amount}
          {offer.perGift !== null && <small>{offer.perGift}</small>}
        </td>
      </tr>
    </>
  )
}
