import { useParams } from 'react-router-dom'

import { QuotationList } from './quotation-list.tsx'
import { QuotationScreen } from './quotation-screen.tsx'

/** The list of quotations, or the one of the address (product.md, section 2, Quotations). */
export function QuotationsScreen() {
  const { quotation } = useParams()
  if (quotation !== undefined) return <QuotationScreen key={quotation} id={quotation} />
  return <QuotationList />
}
