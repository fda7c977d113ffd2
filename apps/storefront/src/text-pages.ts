// The pages that are text: one chunk, without the forms of the other pages.
export { AccessibilityPage } from './privacy/accessibility-page.tsx'
export { TermsPage } from './privacy/terms-page.tsx'
