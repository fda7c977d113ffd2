/** "Industry Tag" of "industry tag", for titles and buttons. */
export function titleCase(label: string): string {
  return label.replace(/(^| )[a-z]/g, (start) => start.toUpperCase())
}
