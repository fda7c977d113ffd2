/** The industry with doctor types (product.md, section 9). */
export const pharmaceutical = 'Pharmaceutical'

/** Whether products for an industry have doctor types (product.md, sections 2, 5 and 9): its name decides, in any case. */
export function hasDoctorTypes(industry: string): boolean {
  return industry.toLowerCase() === pharmaceutical.toLowerCase()
}
