/** The forms that have a privacy notice of their own. */
export type NoticeForm = 'inquiry' | 'sign_up' | 'quotation' | 'comment' | 'data_request'

/** The current notice of a form in one language (BCP 47), with empty lines between its paragraphs. */
export interface PrivacyText {
  readonly language: string
  readonly version: number
  readonly text: string
}

/** A language's name for those who read it, and in English: "हिन्दी (Hindi)". The tag where it has no name. */
export function languageName(language: string): string {
  try {
    const [own, english] = [language, 'en'].map((locale) =>
      new Intl.DisplayNames(locale, { type: 'language' }).of(language),
    )
    return own === english ? (own ?? language) : `${own} (${english})`
  } catch {
    return language
  }
}
