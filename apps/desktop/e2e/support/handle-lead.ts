import type { RunningSite } from '@giftwell/tooling/site/start-site.ts'
import { expect, type Page } from '@playwright/test'

/** How a lead of the tests is handled. */
export const handled = { state: 'quoted', due: '2030-01-31', note: 'Wants a sample of the lamp first' }

/** Calls the API as the administrator, whose id it gives, too. */
export async function asAdministrator({ url, admin }: RunningSite) {
  // The JSON of config.json.
  const config = (await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string }
  const headers: Record<string, string> = { apikey: config.supabaseKey, 'content-type': 'application/json' }
  async function call<Result>(path: string, body?: object): Promise<Result> {
    const sent = body && { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(url + path, { headers, ...sent })
    const text = await response.text()
    expect(response.ok, `${path}: ${text}`).toBe(true)
    // The JSON of PostgREST and Auth.
    return (text && JSON.parse(text)) as Result
  }
  const session = await call<{ access_token: string; user: { id: string } }>(
    '/auth/v1/token?grant_type=password',
    admin,
  )
  headers['authorization'] = `Bearer ${session.access_token}`
  return { call, userId: session.user.id }
}

/** Handles the lead of an e-mail address as the administrator, who is also its assignee. */
export async function handleLead(site: RunningSite, email: string) {
  const { call, userId } = await asAdministrator(site)
  const [lead] = await call<{ id: string }[]>(`/rest/v1/leads?select=id&email=eq.${email}`)
  const changes = { ...handled, assigned: userId }
  for (const [kind, value] of Object.entries(changes)) {
    await call('/rest/v1/rpc/handle_lead', { lead: lead?.id, kind, value })
  }
}

/** Checks all of that on the lead's page. */
export async function expectHandled(page: Page, assignee: string): Promise<void> {
  const handling = page.getByRole('region', { name: 'Handling' })
  await expect(handling.getByRole('combobox', { name: 'State' })).toHaveValue(handled.state)
  await expect(handling.getByRole('combobox', { name: 'Assigned to' })).toContainText(assignee)
  await expect(handling.getByLabel('Come back on')).toHaveValue(handled.due)
  await expect(handling.getByText(handled.note)).toBeVisible()
}
