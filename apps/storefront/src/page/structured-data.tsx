/** Facts about the page in the form that search engines read (JSON-LD). */
export function StructuredData({ facts }: { facts: Record<string, unknown> }) {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...facts })
  // Written so that no text in it can end the element.
  return <script type="application/ld+json">{text.replaceAll('<', String.raw`\u003c`)}</script>
}
