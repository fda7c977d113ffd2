import { expect, test } from 'vitest'

import { amountInWords } from './amount-in-words.ts'

test.each([
  [
    1_234_567_890,
    'One Crore Twenty Three Lakh Forty Five Thousand Six Hundred Seventy Eight Rupees And Ninety Paise Only',
  ],
  [0, 'Zero Rupees Only'],
  [5, 'Five Paise Only'],
  [110, 'One Rupee And Ten Paise Only'],
  [100_000_00, 'One Lakh Rupees Only'],
  [
    99_99_99_999_00,
    'Ninety Nine Crore Ninety Nine Lakh Ninety Nine Thousand Nine Hundred Ninety Nine Rupees Only',
  ],
])('%i paise are "%s"', (paise, words) => {
  expect(amountInWords(paise)).toBe(words)
})
