import { expect, it, vi } from 'vitest'

import { createStatementSlots, embeddedSlots } from '../rate-limit/statement-slots.ts'
import { openInDatabase } from './private-page.ts'

it.each(['open_campaign_link', 'open_inquiry', 'open_quotation', 'open_calendar'] as const)(
  'links of one client that ask %s leave the database to another client',
  async (name) => {
    const held = Promise.withResolvers<{ rows: Record<string, unknown>[] }>()
    const query = vi.fn(async () => held.promise)
    const slots = createStatementSlots(embeddedSlots)
    const open = openInDatabase(query, async (client) => slots.enter(client, AbortSignal.timeout(50)))
    const opened = Array.from({ length: 8 }, async (_, index) =>
      open(name, `abc${index}`, '198.51.100.1').catch(() => 'busy'),
    )
    opened.push(open(name, 'another', '203.0.113.1'))
    await vi.waitFor(() => expect(query).toHaveBeenCalledTimes(2))
    expect(query).toHaveBeenLastCalledWith(expect.anything(), ['another'])
    expect(await Promise.race(opened.slice(1))).toBe('busy')
    held.resolve({ rows: [{ opened: 'page' }] })
    expect(await Promise.all(opened)).toEqual(['page', ...Array<string>(7).fill('busy'), 'page'])
  },
)
