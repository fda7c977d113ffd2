/** The form of a noun or verb for a number: "product", "products". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many
}

/** A number with its noun: "1 product", "2,000 products". */
export function counted(count: number, one: string, many?: string): string {
  return `${count.toLocaleString()} ${plural(count, one, many)}`
}
