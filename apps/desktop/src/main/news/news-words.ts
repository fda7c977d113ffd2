import type { AnnouncedLead } from '../../ipc/contract.ts'

/** What a notification says. */
export interface NewsWords {
  readonly title: string
  readonly body: string
}

/** How many people are named when several leads come at once. */
const mostNames = 3
const mostCharacters = 80

/** "3 new leads", or "New lead" for one: the words of a notification, of the badge, and of the taskbar. */
export function leadsTitle(count: number): string {
  return count === 1 ? 'New lead' : `${count} new leads`
}

/** What is said of leads that have come in: of one, who asks; of several, who is among them. */
export function newsWords(leads: readonly AnnouncedLead[]): NewsWords {
  const [first] = leads
  if (leads.length === 1 && first !== undefined) {
    const parts = [plain(first.name), plain(first.company)].filter((part) => part !== '')
    return { title: leadsTitle(1), body: parts.join(', ') }
  }
  const names = leads.map(({ name }) => plain(name)).filter((name) => name !== '')
  const shown = names.slice(0, mostNames)
  const others = leads.length - shown.length
  const body = others === 0 ? shown.join(', ') : [...shown, `${others} more`].join(', ')
  return { title: leadsTitle(leads.length), body }
}

/** What a visitor wrote, as one line of plain text: Linux takes angle brackets for links and pictures. */
function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what it is about
  const line = text.replaceAll(/[\u0000-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069<>\s]+/g, ' ').trim()
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters - 1).trimEnd()}…` : line
}
