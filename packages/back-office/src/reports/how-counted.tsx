import { Text } from '@mantine/core'

/** How the figures of each tab are counted, by report. */
const sentences = {
  sales: [
    [
      'Won',
      'Totals with GST of the quotations accepted in each month (Indian time). The margin is the value without GST less the cost, where the cost was known on acceptance.',
    ],
    [
      'Open quotations',
      'Drafts, and sent quotations that are still valid. The likely month assumes the median time to acceptance of the last 365 days. The likely value is the total times the share of the quotations decided in these days (accepted, declined or expired) that were accepted.',
    ],
    [
      'Quoted and won',
      'Quoted counts the quotations begun in the period and sent. Won counts those accepted in the period. Both count for their present owner. Categories and products count the accepted lines, or, before acceptance, the lines that the buyer sees first.',
    ],
    [
      'Sources',
      'The source is the utm_source of the visit’s link, else the network of its click id, else the referring host. Leads are those of the period; quoted and won are counted as above.',
    ],
    ['From lead to answer', 'Averages of the quotations begun in the period. Erased leads have no times.'],
    [
      'Orders',
      'Open orders are neither cancelled nor wholly delivered or returned, in any period. Late orders are open after their needed-by date. Delivered counts the orders whose last parcel arrived in the period, on time if by its needed-by date. Values are the accepted totals with GST.',
    ],
    [
      'Answer times',
      'Covers the leads of the period: half of the answers came within the median, nine out of ten within the 90th percentile. Leads count for the assignee, answers for the person who gave the first one. The exported file gives minutes.',
    ],
    [
      'Reasons',
      'Covers the quotations and leads of the period. If a lead has no reason, the buyer’s reason for declining the last quotation counts.',
    ],
  ],
  demand: [
    [
      'Funnel',
      'Seen and Added count product views, so there is no list to open. Asked counts the leads of the period, the other stages the quotations begun in it.',
    ],
    [
      'Funnel by group',
      'The same stages for the products of a group. A lead counts for the groups that its products had when it arrived. The name of a group opens its products.',
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
      'Days are in Indian time. A long period is divided into equal parts; the earliest days are left out where they do not fill a part. Staff, programs, and browsers that ask not to be tracked are not counted.',
    ],
  ],
} as const

export type FiguresTab = keyof typeof sentences

/** The definitions of a tab's figures, behind one press. */
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
