import { useParams } from 'react-router-dom'

import { ScreenHead } from '../screen/screen-head.tsx'

/** The list of quotations, or the one of the address (product.md, section 2, Quotations). */
export function QuotationsScreen() {
  const { quotation } = useParams()
  return <ScreenHead title={quotation === undefined ? 'Quotations' : 'Quotation'} />
}
