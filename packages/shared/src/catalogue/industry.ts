/** The industry with doctor types (product.md, section 9). */
export const pharmaceutical = 'Pharmaceutical'

/** Whether the chosen industry shows the Doctor Type filter (product.md, section 2, Catalogue). */
export function hasDoctorTypes(industry: string | undefined): boolean {
  return industry === pharmaceutical
}

/** Whether a product for this industry may have doctor types (product.md, section 5). */
export function isPharmaceutical(industry: string): boolean {
  return industry.toLowerCase() === pharmaceutical.toLowerCase()
}
