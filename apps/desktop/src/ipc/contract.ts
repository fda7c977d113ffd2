import { z } from 'zod'

const nothing = z.undefined()
const key = z.string().min(1).max(200)
const text = z.string().max(500)
/** Files cross as bytes, never as paths. */
const bytes = z.instanceof(Uint8Array)
const address = z.url({ protocol: /^https?$/ }).max(2000)

/** The app's backend, and the website that links in e-mails lead to. */
const connection = z.strictObject({
  supabaseUrl: address,
  supabaseKey: z.string().min(1).max(2000),
  siteOrigin: address,
})

/** Limit for an image that the page gets; the page scales it down before the upload. */
export const maxImageBytes = 60 * 1024 * 1024

/** Limit for a file that the page saves. */
export const maxSavedBytes = 200 * 1024 * 1024

/** Limit for the text stored under one key. */
export const maxStoredCharacters = 8 * 1024 * 1024

const imageFile = z.strictObject({
  name: z.string().min(1).max(255),
  type: z.enum(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/heic']),
  bytes,
})

/** An image, or a sentence that says why the file was refused. */
const pickedImage = z.union([z.strictObject({ image: imageFile }), z.strictObject({ refused: z.string() })])

const lead = z.strictObject({ id: z.uuid(), name: z.string().max(500), company: z.string().max(500) })

const update = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('none') }),
  z.strictObject({ step: z.literal('downloading'), version: z.string(), percent: z.number() }),
  z.strictObject({ step: z.literal('ready'), version: z.string() }),
])

/** Every call from the page to the main process. Inputs and outputs are validated with these schemas. */
export const calls = {
  /** The current connection; a built-in one cannot be changed. */
  'connection:read': {
    input: nothing,
    output: z.strictObject({ connection: connection.nullable(), isBuiltIn: z.boolean() }),
  },
  /** Looks for a website's config.json at the address and probes its backend; stores nothing. */
  'connection:check': {
    input: z.strictObject({ address: z.string().max(2000) }),
    output: z.discriminatedUnion('found', [
      z.strictObject({ found: z.literal(true), connection }),
      z.strictObject({ found: z.literal(false), reason: z.string() }),
    ]),
  },
  /** Stores a connection, wipes the data of another one, and reloads the page. */
  'connection:save': { input: connection, output: nothing },

  /** Whether the operating system can encrypt; if not, texts are stored in memory only. */
  'storage:is-lasting': { input: nothing, output: z.boolean() },
  'storage:get': {
    input: z.strictObject({ area: z.enum(['session', 'offline']), key }),
    output: z.string().nullable(),
  },
  'storage:set': {
    input: z.strictObject({
      area: z.enum(['session', 'offline']),
      key,
      value: z.string().max(maxStoredCharacters),
    }),
    output: nothing,
  },
  'storage:remove': { input: z.strictObject({ area: z.enum(['session', 'offline']), key }), output: nothing },
  'storage:keys': {
    input: z.strictObject({ area: z.enum(['session', 'offline']) }),
    output: z.array(z.string()),
  },
  /** Clears an area, including texts that can no longer be decrypted. */
  'storage:clear': { input: z.strictObject({ area: z.enum(['session', 'offline']) }), output: nothing },

  /** Asks in a native dialog whose buttons are the action and "Cancel"; whether the user agreed. */
  'question:ask': {
    input: z.strictObject({ question: z.string().min(1).max(300), action: z.string().min(1).max(40) }),
    output: z.boolean(),
  },

  /** The system's picker for one image; null when cancelled. */
  'image:pick': { input: nothing, output: pickedImage.nullable() },
  /** The system's save dialog. The name is ours, such as "leads.csv", and means the same on every system. */
  'files:save': {
    input: z.strictObject({ name: z.string().regex(/^[a-z\d][a-zA-Z\d-]{3,80}\.[a-z]{2,5}$/), bytes }),
    output: z.enum(['saved', 'cancelled']),
  },

  /** Finds a text on the page, from the present match on unless it is new; an empty one ends the search. */
  'find:text': {
    input: z.strictObject({ text: z.string().max(200), isForward: z.boolean(), isNew: z.boolean() }),
    output: nothing,
  },

  /** Notifies of new leads while the window is hidden, once for each lead. */
  'leads:announce': { input: z.strictObject({ leads: z.array(lead).max(1000) }), output: nothing },
  /** Clears the notifications. */
  'leads:seen': { input: nothing, output: nothing },
  /** Shows the number of unanswered leads in the badge. */
  'leads:unanswered': { input: z.strictObject({ count: z.int().min(0).max(1000) }), output: nothing },

  /** The page has subscribed to `page:open`; sends the queued path. */
  'page:listens': { input: nothing, output: nothing },

  /** The proxy, with its port, that waits for a name and password; null when none does. */
  'proxy:read': { input: nothing, output: z.string().nullable() },
  /** The user's name and password; null when the user gives none. */
  'proxy:answer': { input: z.strictObject({ name: text, password: text }).nullable(), output: nothing },

  /** Whether the app starts when the user signs in to the computer; null where Electron cannot do that. */
  'login:read': { input: nothing, output: z.boolean().nullable() },
  /** Changes the setting; the result is the system's value afterwards. */
  'login:set': { input: z.boolean(), output: z.boolean().nullable() },

  'updates:read': { input: nothing, output: update },
  /** Installs the downloaded update and restarts. */
  'updates:install': { input: nothing, output: nothing },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>

/** Every event from the main process to the page. */
export const events = {
  /** Show this page of the back office, after a notification or a menu item. */
  'page:open': z.strictObject({ path: z.string().regex(/^\/(admin(\/|$)|settings$)/) }),
  'updates:changed': update,
  /** A proxy, with its port, asks for a name and password. */
  'proxy:asks': z.string(),
  /** Show the field for finding a text on the page. */
  'find:open': nothing,
  /** The number of matches, and the present one, counted from 1. */
  'find:found': z.strictObject({ present: z.int(), matches: z.int() }),
} as const satisfies Record<string, z.ZodType>

/** The calls that the page may make, with the schemas of their input and output. */
export type Calls = typeof calls
/** The name of a call. */
export type Call = keyof Calls
/** The input as the page passes it. */
export type Input<C extends Call> = z.input<Calls[C]['input']>
/** The result as the page gets it. */
export type Output<C extends Call> = z.output<Calls[C]['output']>
/** The result of a handler; void for calls without a result. */
export type Result<C extends Call> = Output<C> extends undefined ? void : Output<C>
/** One handler for each call. */
export type Handlers = { readonly [C in Call]: (input: z.output<Calls[C]['input']>) => Promise<Result<C>> }

/** The events that the page receives, with the schemas of their data. */
export type Events = typeof events
/** The name of an event. */
export type EventName = keyof Events
/** The data of an event. */
export type EventData<E extends EventName> = z.output<Events[E]>

/** The website that the app is connected to. */
export type Connection = z.output<typeof connection>
/** An image that the user chose. */
export type ImageFile = z.output<typeof imageFile>
/** The chosen image, or a user-facing reason why it cannot be used. */
export type PickedImage = z.output<typeof pickedImage>
/** A lead as a notification shows it. */
export type AnnouncedLead = z.output<typeof lead>
/** The state of an update of the app. */
export type UpdateState = z.output<typeof update>
