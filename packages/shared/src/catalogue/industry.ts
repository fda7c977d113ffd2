/** The industry with doctor types (specification, section 9). */
export const pharmaceutical = 'Pharmaceutical'

/** Whether the chosen industry shows the Doctor Type filter (specification, section 2, Catalogue). */
export function hasDoctorTypes(industry: string | undefined): boolean {
  return industry === pharmaceutical
}

/** Whether a product for this industry may have doctor types (specification, section 5). */
export function isPharmaceutical(industry: string): boolean {
  return industry.toLowerCase() === pharmaceutical.toLowerCase()
}
