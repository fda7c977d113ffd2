import { themeColours } from '@giftwell/shared/kernel/brand.ts'

/** An e-mail in plain text and HTML. */
export interface Message {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The URL to open, which the terminal shows; null when there is none. */
  readonly link: string | null
  /** The sender; by default that of the server. */
  readonly from?: { readonly name: string; readonly address: string }
  readonly replyTo?: string
  /** Stays the same when the message is sent again. */
  readonly messageId?: string
  /** The ids of the messages of its thread before it; the last is the one that it follows. */
  readonly references?: readonly string[]
  readonly attachments?: readonly Attachment[]
  /** Whether a person wrote it, so automatic replies are welcome. */
  readonly isPersonal?: boolean
}

/** A file of an e-mail. */
export interface Attachment {
  readonly name: string
  /** In base64. */
  readonly content: string
}

/** Auth's names of its links. */
export type LinkKind = 'signup' | 'recovery' | 'magiclink' | 'email_change'

/** The site's settings for e-mails; null if the owner has set nothing. */
export interface MailLook {
  readonly name: string | null
  readonly colour_primary: string | null
  /** The fallback address for replies. */
  readonly replyTo?: string
}

const defaultName = 'Giftwell'
const defaultLook: MailLook = { name: null, colour_primary: null }

/** The site's name in an e-mail. */
export function siteNameOf(look: MailLook | null): string {
  return look?.name ?? defaultName
}

type MessageKind = LinkKind | 'account_exists' | 'signup_again'

interface Wording {
  readonly subject: string
  readonly intro: string
  readonly action: string
  readonly outro: string
}

const wordings: Record<MessageKind, Wording> = {
  signup: {
    subject: 'Confirm your Giftwell account',
    intro:
      'Welcome to Giftwell. Please confirm your e-mail address, and the complete catalogue is yours to browse.',
    action: 'Confirm your account',
    outro:
      'The link works once, for one hour. If you did not ask for an account, you can ignore this e-mail.',
  },
  signup_again: {
    subject: 'Confirm your Giftwell account',
    intro:
      'An account was created again with your e-mail address, which is not confirmed yet. This link confirms it with the latest password; earlier links no longer work.',
    action: 'Confirm your account',
    outro:
      'The link works once, for one hour. If you did not just choose a password, do not use it: choose one with “Forgot password?” on the website.',
  },
  recovery: {
    subject: 'Reset your Giftwell password',
    intro: 'We received a request to reset the password of your Giftwell account.',
    action: 'Choose a new password',
    outro: 'The link works once, for one hour. If you did not ask for it, your password stays as it is.',
  },
  account_exists: {
    subject: 'You have a Giftwell account',
    intro:
      'We received a request for a new Giftwell account with your e-mail address. It has one already: sign in with your password, or choose a new one.',
    action: 'Choose a new password',
    outro: 'The link works once and for one hour. If you did not ask for it, your password stays as it is.',
  },
  magiclink: {
    subject: 'Your Giftwell sign-in link',
    intro: 'Here is the link that you asked for.',
    action: 'Sign in to Giftwell',
    outro: 'The link works once, for one hour. If you did not ask for it, you can ignore this e-mail.',
  },
  email_change: {
    subject: 'Confirm your new e-mail address',
    intro: 'We received a request to change the e-mail address of your Giftwell account.',
    action: 'Confirm the change',
    outro: 'The link works once, for one hour. If you did not ask for it, please change your password.',
  },
}

/** A message with a link, in the name of the site. */
export function linkMessage(kind: MessageKind, to: string, link: string, look = defaultLook): Message {
  const siteName = siteNameOf(look)
  const named = (text: string): string => text.replaceAll(defaultName, () => siteName)
  const { outro, ...wording } = wordings[kind]
  const [subject, intro, action] = [named(wording.subject), named(wording.intro), named(wording.action)]
  return {
    to,
    subject,
    link,
    ...(look.replyTo !== undefined && { replyTo: look.replyTo }),
    text: `${intro}\n\n${action}:\n${link}\n\n${outro}\n\n${siteName}\n`,
    html: page(
      subject,
      [
        paragraph(escapeHtml(intro)),
        button(link, action, look),
        paragraph(`<span class="quiet" style="color:#5f5468;font-size:14px">${escapeHtml(outro)}</span>`),
      ],
      look,
    ),
  }
}

/** A message with a code to enter, in the name of the site. */
export function codeMessage(to: string, code: string, look = defaultLook): Message {
  const siteName = siteNameOf(look)
  const subject = `Your ${siteName} confirmation code`
  const intro = 'To confirm what you are about to do, enter this code:'
  return {
    to,
    subject,
    link: null,
    ...(look.replyTo !== undefined && { replyTo: look.replyTo }),
    text: `${intro}\n\n${code}\n\n${siteName}\n`,
    html: page(
      subject,
      [paragraph(escapeHtml(intro)), paragraph(`<strong>${escapeHtml(code)}</strong>`)],
      look,
    ),
  }
}

/** The owner's colour, or that of the theme. */
export function colourOf(look: MailLook | null): string {
  return look?.colour_primary ?? themeColours.primary
}

/** A link that is the message's purpose. */
export function button(link: string, label: string, look: MailLook | null): string {
  const style = `display:inline-block;padding:12px 24px;border-radius:10px;background:${colourOf(look)};color:#ffffff;text-decoration:none`
  return paragraph(`<a class="button" href="${escapeHtml(link)}" style="${style}">${escapeHtml(label)}</a>`)
}

/** A paragraph of HTML. */
export function paragraph(html: string): string {
  return `<p style="margin:0 0 24px">${html}</p>`
}

/** Mail programs without dark styles ignore it, or darken the inline styles themselves. The owner's colour may be dark, too. */
const darkStyles = `@media (prefers-color-scheme: dark) {
body { background: #17121c !important; color: #f5eff7 !important; }
.card { background: #211a28 !important; border-right-color: #3d3347 !important; border-bottom-color: #3d3347 !important; border-left-color: #3d3347 !important; }
.quiet { color: #b9adc2 !important; }
a:not(.button) { color: #f5eff7 !important; }
}`

/** A message's HTML. */
export function page(title: string, paragraphs: readonly string[], look: MailLook | null): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title>
<style>${darkStyles}</style></head>
<body style="margin:0;padding:32px 16px;background:#fbf7f0;color:#241b2f;font:16px/1.55 sans-serif">
<div class="card" style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e9e0d3;border-top:4px solid ${colourOf(look)};border-radius:14px">
<p style="margin:0 0 24px;font:600 22px/1.1 serif">${escapeHtml(siteNameOf(look))}</p>
${paragraphs.join('\n')}
</div>
</body>
</html>
`
}

/** A text as HTML, in an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
