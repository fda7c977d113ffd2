import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { linkMessage, type LinkKind } from './auth-message.ts'

const supabase = fileURLToPath(new URL('../../../../supabase', import.meta.url))

/** Auth's templates of a hosted project, by the messages of the embedded backend. */
const templates: Readonly<Record<LinkKind, string>> = {
  signup: 'confirmation',
  recovery: 'recovery',
  magiclink: 'magic_link',
  email_change: 'email_change',
}

// `npm test -- unit packages/backend/src/mail -u` writes the templates after a change of the messages.
it.each(Object.entries(templates))(
  'the message %s has the same words on a hosted project, as the template %s',
  async (kind, template) => {
    // Object.entries loses the type of the keys.
    const link = `{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}&type=${kind}&redirect_to={{ .RedirectTo }}`
    const { subject, html } = linkMessage(kind as LinkKind, 'ada@example.com', link)
    await expect(html).toMatchFileSnapshot(`${supabase}/templates/${template}.html`)
    expect(await readFile(`${supabase}/config.toml`, 'utf8')).toContain(
      `[auth.email.template.${template}]\nsubject = "${subject}"\ncontent_path = "./supabase/templates/${template}.html"\n`,
    )
  },
)
