import classes from './catalogue-results.module.css'

/** Shows which words matched nothing, and which were searched for instead. */
export function SearchNotes({ spelling }: { readonly spelling: Readonly<Record<string, string>> }) {
  const replaced = Object.entries(spelling)
  if (replaced.length === 0) return null
  return (
    <p className={classes.note} role="status">
      Showing results for {replaced.map(([, nearest]) => `“${nearest}”`).join(', ')} instead of{' '}
      {replaced.map(([asked]) => `“${asked}”`).join(', ')}.
    </p>
  )
}
