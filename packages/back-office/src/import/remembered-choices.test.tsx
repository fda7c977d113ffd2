import { expect, test } from 'vitest'

import { recalledSigns, rememberSigns } from './remembered-choices.ts'

test('the signs that separate are remembered for a supplier, and only those that its list had', () => {
  rememberSigns('Acme Gifts', ['/', '&'], ['&'])
  expect(recalledSigns('ACME  gifts')).toEqual({ known: ['/', '&'], signs: ['-', '&', 'or'] })
  rememberSigns('Acme Gifts', ['-'], [])
  expect(recalledSigns('Acme Gifts')).toEqual({ known: ['/', '-', '&'], signs: ['&', 'or'] })
  expect(recalledSigns('Another')).toEqual({ known: [], signs: ['/', '-', 'or'] })
})
