import { z } from 'zod'

const nothing = z.undefined()
const key = z.string().min(1).max(200)
/** Bytes travel as such: never as a path, which the page could not and must not follow. */
const bytes = z.instanceof(Uint8Array)
const address = z.url({ protocol: /^https?$/ }).max(2000)

/** Where the app's backend is, and the website whose addresses e-mails lead to. */
const connection = z.strictObject({
  supabaseUrl: address,
  supabaseKey: z.string().min(1).max(2000),
  siteOrigin: address,
})

/** The largest image that is handed to the page; it is scaled down there before it is uploaded. */
export const mostImageBytes = 60 * 1024 * 1024

/** The largest file that the page may save. */
export const mostSavedBytes = 200 * 1024 * 1024

/** The largest text that is kept under one key. */
export const mostKeptCharacters = 8 * 1024 * 1024

const imageFile = z.strictObject({
  name: z.string().min(1).max(255),
  type: z.enum(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/heic']),
  bytes,
})

const pickedImages = z.strictObject({
  images: z.array(imageFile),
  /** What was chosen too but is no image by its content, or too large: the reason is a sentence for the person. */
  refused: z.array(z.strictObject({ name: z.string(), reason: z.string() })),
})

const lead = z.strictObject({ id: z.uuid(), name: z.string().max(500), company: z.string().max(500) })

const update = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('none') }),
  z.strictObject({ step: z.literal('downloading'), version: z.string(), percent: z.number() }),
  z.strictObject({ step: z.literal('ready'), version: z.string() }),
])

/** Every question that the page may ask the main process: the only list. Inputs and outputs are checked against it. */
export const calls = {
  /** The connection that is kept or was built in; `isBuiltIn` cannot be changed. `address` is what was typed for it. */
  'connection:read': {
    input: nothing,
    output: z.strictObject({ connection: connection.nullable(), isBuiltIn: z.boolean() }),
  },
  /** Looks for a website at an address by its config.json and for a backend behind it; keeps nothing. */
  'connection:check': {
    input: z.strictObject({ address: z.string().max(2000) }),
    output: z.discriminatedUnion('found', [
      z.strictObject({ found: z.literal(true), connection }),
      z.strictObject({ found: z.literal(false), reason: z.string() }),
    ]),
  },
  /** Keeps a connection; everything that was kept for another one is wiped, and the page starts anew. */
  'connection:keep': { input: connection, output: nothing },

  /** Whether anything can be kept encrypted by the operating system; without that, texts are kept in memory alone. */
  'storage:is-lasting': { input: nothing, output: z.boolean() },
  'storage:get': {
    input: z.strictObject({ area: z.enum(['session', 'offline']), key }),
    output: z.string().nullable(),
  },
  'storage:set': {
    input: z.strictObject({
      area: z.enum(['session', 'offline']),
      key,
      value: z.string().max(mostKeptCharacters),
    }),
    output: nothing,
  },
  'storage:remove': { input: z.strictObject({ area: z.enum(['session', 'offline']), key }), output: nothing },
  'storage:keys': {
    input: z.strictObject({ area: z.enum(['session', 'offline']) }),
    output: z.array(z.string()),
  },
  /** Removes everything that an area holds, what can no longer be read included. */
  'storage:clear': { input: z.strictObject({ area: z.enum(['session', 'offline']) }), output: nothing },

  /** The system's picker for images; nothing when it is cancelled. */
  'images:pick': {
    input: z.strictObject({ multiple: z.boolean() }),
    output: pickedImages,
  },
  /** Reads files that were dropped onto the page; only the preload learns their paths, from the system. */
  'images:read-dropped': {
    input: z.strictObject({ paths: z.array(z.string().min(1).max(4096)).max(50) }),
    output: pickedImages,
  },
  /** The system's dialog for saving; the file is there whole or not at all. */
  'files:save': {
    input: z.strictObject({ name: z.string().min(1).max(255), bytes }),
    output: z.enum(['saved', 'cancelled']),
  },

  /** Says that leads arrived: a notification while the window is hidden, once for each lead, and the badge. */
  'leads:announce': { input: z.strictObject({ leads: z.array(lead).max(1000) }), output: nothing },
  /** The leads have been seen: the badge goes. */
  'leads:seen': { input: nothing, output: nothing },

  /** The page listens to `page:open` from now on; what was to be opened before is sent. */
  'page:listens': { input: nothing, output: nothing },

  'updates:read': { input: nothing, output: update },
  /** Installs the downloaded update now; the app starts anew. */
  'updates:install': { input: nothing, output: nothing },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>

/** Everything that the main process tells the page unasked. */
export const events = {
  /** Show this page of the back office: a deep link was followed, a notification or a menu item pressed. */
  'page:open': z.strictObject({ path: z.string().regex(/^\/(admin(\/|$)|connect$)/) }),
  'updates:changed': update,
} as const satisfies Record<string, z.ZodType>

export type Calls = typeof calls
export type Call = keyof Calls
/** What the page sends. */
export type Input<C extends Call> = z.input<Calls[C]['input']>
/** What the page gets. */
export type Output<C extends Call> = z.output<Calls[C]['output']>
/** What a handler gives: as the page gets it; nothing at all where nothing is answered. */
export type Answer<C extends Call> = Output<C> extends undefined ? void : Output<C>
/** What the main process has to offer: one handler for each call. */
export type Handlers = { readonly [C in Call]: (input: z.output<Calls[C]['input']>) => Promise<Answer<C>> }

export type Events = typeof events
export type EventName = keyof Events
export type EventData<E extends EventName> = z.output<Events[E]>

export type Connection = z.output<typeof connection>
export type ImageFile = z.output<typeof imageFile>
export type AnnouncedLead = z.output<typeof lead>
export type UpdateState = z.output<typeof update>
