import { expect } from '@playwright/test'

/** A lead of the tests. */
export interface SentLead {
  readonly name: string
  readonly company: string
  readonly email: string
  readonly message: string
}

/** Sends a lead anonymously, as the public site does. */
export async function sendLead(siteUrl: string, lead: SentLead): Promise<void> {
  // The JSON of config.json.
  const config = (await (await fetch(`${siteUrl}/config.json`)).json()) as { supabaseKey: string }
  const response = await fetch(`${siteUrl}/rest/v1/leads`, {
    method: 'POST',
    headers: { apikey: config.supabaseKey, 'content-type': 'application/json' },
    body: JSON.stringify({ phone: '+91 98765 43210', ...lead }),
  })
  expect(response.status).toBe(201)
}
