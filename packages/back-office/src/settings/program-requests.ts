import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import type { Database } from '@giftwell/shared/kernel/database.types.ts'
import { readRows, send } from '@giftwell/shared/kernel/rest-request.ts'

type Functions = Database['public']['Functions']

/** A key of the owner's programs, without the key itself. */
export type ApiKey = Functions['api_keys']['Returns'][number]

/** Where the site sends what happens. */
export type Webhook = Functions['webhooks']['Returns'][number]
/** An event that was sent to a webhook, or waits. */
export type WebhookDelivery = Functions['webhook_deliveries']['Returns'][number]

const keys = ['api keys'] as const
const webhooks = ['webhooks'] as const

/** The keys, the newest first, and after them those that are revoked. */
export function apiKeysQuery(backend: Backend) {
  return queryOptions({
    queryKey: keys,
    staleTime: 0,
    queryFn: ({ signal }): Promise<readonly ApiKey[]> =>
      readRows(backend, (rest) => rest.rpc('api_keys').abortSignal(signal)),
  })
}

/** Makes a key, and gives it. */
export function makingApiKey(backend: Backend) {
  return mutationOptions({
    mutationKey: keys,
    // The key is shown once: it is in no cache.
    gcTime: 0,
    meta: { invalidates: [keys], failed: 'Error making the key' },
    mutationFn: async (key: { readonly name: string; readonly scopes: string[] }) =>
      send(backend, (rest) => rest.rpc('make_api_key', key)),
  })
}

/** Ends a key. */
export function revokingApiKey(backend: Backend) {
  return mutationOptions({
    mutationKey: keys,
    meta: { invalidates: [keys], done: 'Key revoked', failed: 'Error revoking the key' },
    mutationFn: (key: string) => send(backend, (rest) => rest.rpc('revoke_api_key', { key })),
  })
}

/** Milliseconds between polls of an event that is about to be sent. */
const pollInterval = 2000

/** The site's webhooks, the oldest first. */
export function webhooksQuery(backend: Backend) {
  return queryOptions({
    queryKey: webhooks,
    staleTime: 0,
    queryFn: ({ signal }): Promise<readonly Webhook[]> =>
      readRows(backend, (rest) => rest.rpc('webhooks').abortSignal(signal)),
  })
}

/** The last events of a webhook, failed ones first; polled while one is queued. */
export function deliveriesQuery(backend: Backend, webhook: string) {
  return queryOptions({
    queryKey: [...webhooks, webhook],
    staleTime: 0,
    queryFn: ({ signal }): Promise<readonly WebhookDelivery[]> =>
      readRows(backend, (rest) => rest.rpc('webhook_deliveries', { webhook }).abortSignal(signal)),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state, attempts }) => state === 'queued' && attempts <= 1) === true && pollInterval,
  })
}

/** A webhook to save; without an id it is new. */
interface SavedWebhook {
  readonly address: string
  readonly events: string[]
  readonly is_enabled?: boolean
  readonly webhook?: string
}

/** Saves a webhook; gives the secret of a new one. */
export function savingWebhook(backend: Backend) {
  return mutationOptions({
    mutationKey: webhooks,
    gcTime: 0,
    meta: { invalidates: [webhooks], failed: 'Error saving the webhook' },
    mutationFn: async (saved: SavedWebhook) => send(backend, (rest) => rest.rpc('save_webhook', saved)),
  })
}

/** Gives a webhook a new secret. */
export function rotatingSecret(backend: Backend) {
  return mutationOptions({
    mutationKey: webhooks,
    gcTime: 0,
    meta: { invalidates: [webhooks], failed: 'Error making a new secret' },
    mutationFn: async (webhook: string) =>
      send(backend, (rest) => rest.rpc('rotate_webhook_secret', { webhook })),
  })
}

const actions = {
  delete_webhook: { done: 'Webhook deleted', failed: 'Error deleting the webhook' },
  test_webhook: { done: 'Test event is being sent', failed: 'Error sending the test event' },
} as const

/** Deletes a webhook, or sends it a test event. */
export function actingOnWebhook(backend: Backend, action: keyof typeof actions) {
  return mutationOptions({
    mutationKey: webhooks,
    meta: { invalidates: [webhooks], ...actions[action] },
    mutationFn: (webhook: string) => send(backend, (rest) => rest.rpc(action, { webhook })),
  })
}

/** Sends an event again that was given up. */
export function resending(backend: Backend) {
  return mutationOptions({
    mutationKey: webhooks,
    meta: { invalidates: [webhooks], done: 'Event is being sent again', failed: 'Error sending again' },
    mutationFn: (delivery: string) => send(backend, (rest) => rest.rpc('resend_webhook', { delivery })),
  })
}
