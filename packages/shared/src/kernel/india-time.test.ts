import { expect, test } from 'vitest'

import { dayInIndia, startInIndia, todayInIndia } from './india-time.ts'

// India is five and a half hours ahead of UTC, so that its day begins at 18:30 of the day before.
const [lastMinute, midnight] = ['2026-11-30T18:29:00Z', '2026-11-30T18:30:00Z']

test('a day begins and ends at midnight in India, whatever the zone of the machine', () => {
  expect(dayInIndia(lastMinute)).toBe('2026-11-30')
  expect(dayInIndia(midnight)).toBe('2026-12-01')
  expect(todayInIndia(new Date(lastMinute))).toBe('2026-11-30')
  expect(todayInIndia(new Date(midnight))).toBe('2026-12-01')
  expect(startInIndia('2026-12-01')).toBe(new Date(midnight).toISOString())
  expect(startInIndia('2026-11-29', 2)).toBe(new Date(midnight).toISOString())
})
