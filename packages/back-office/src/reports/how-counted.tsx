import { Text } from '@mantine/core'

/** How the figures of each tab are counted, by report. */
const sentences = {
  sales: [
    [
      'Won',
      'Totals with GST of the quotations that were accepted in a month of India. Margin is what their lines leave above cost, without GST, where the cost was known when it was accepted.',
    ],
    [
      'Open quotations',
      'Drafts, and what was sent and is still valid. A quotation is likely to be won as many days after its sending as the accepted ones of the last 365 days took (the median), and its value counts by the share of those decided then (accepted, declined or expired) that were accepted.',
    ],
    [
      'Quoted and won',
      'Quoted are quotations begun in the period and sent, won those accepted in it, of whom they belong to. A category and a product have the lines of their gifts as they were accepted, or else as the buyer sees them first.',
    ],
    [
      'Sources',
      'What the link of a visit says (utm_source, utm_campaign), else the network of its click id, else the referring host. Leads are those of the period; quoted and won as above.',
    ],
    ['From lead to answer', 'Averages of the quotations begun in the period. An erased lead has no days.'],
    [
      'Orders',
      'Open are orders that are neither cancelled nor wholly delivered or returned, late those of them whose day is over, independent of the period. Delivered are those whose last parcel arrived in the period: on time by the day that they were needed. Values are the accepted totals with GST.',
    ],
    [
      'Answer times',
      'For the leads of the period: half of the answers came within the median, nine out of ten within the 90th percentile. Leads are by whom they are assigned to, answers by who gave the first. The exported file has minutes.',
    ],
    [
      'Reasons',
      'For the quotations and leads of the period. A lead without a reason of its own has the one that its buyer gave when declining the last quotation.',
    ],
  ],
  demand: [
    [
      'Funnel',
      'Seen and Added count product views, so there is no list to open. Asked counts the leads of the period, the other stages the quotations begun in it.',
    ],
    [
      'Funnel by group',
      'The same of the products in a group. A lead counts for the groups that its products had when it came. The name of a group opens its products.',
    ],
    [
      'Funnel by product',
      'The most viewed products since counting began, independent of the period, as are the lists of products below it.',
    ],
    [
      'Searches',
      'How often people searched for these words, found nothing, or opened a product afterwards. See Retention for how long searches are stored. The words open the products that they find now.',
    ],
    [
      'Seasons',
      'The weeks before and after a festival, by its date in each year, independent of the period.',
    ],
  ],
  website: [
    [
      'Visits',
      'Days of India, or equal parts of a long period; first days that fill no part are left out. Staff, programs, and browsers that ask not to be tracked are not counted.',
    ],
    [
      'Speed of the website',
      'Three out of four page views in the period were at least this fast (p75). Slow values are marked. Visitors are not identified.',
    ],
  ],
} as const

/** A tab of the figures. */
export type FiguresTab = keyof typeof sentences

/** What the figures of a tab count, behind one press. */
export function HowCounted({ tab }: { readonly tab: FiguresTab }) {
  return (
    <details>
      <summary>How this is counted</summary>
      <dl>
        {sentences[tab].map(([report, sentence]) => (
          <div key={report}>
            <Text component="dt" fw={600} mt={12}>
              {report}
            </Text>
            <Text component="dd" c="dimmed" maw="68ch">
              {sentence}
            </Text>
          </div>
        ))}
      </dl>
    </details>
  )
}
