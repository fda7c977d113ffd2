import { expect, test } from 'vitest'

import { entities } from '@giftwell/shared/entities.ts'
import { backOfficeRoutes } from '@giftwell/shared/kernel/site-routes.ts'
import { backOfficeScreens } from './back-office-screens.tsx'

test('every route of the back office but the login has a screen', () => {
  expect(['/admin/login', ...backOfficeScreens.map(({ path }) => path)]).toEqual(
    backOfficeRoutes.filter((route) => !/:|^\/admin\/(?:settings|figures)\//.test(route)),
  )
})

test('every entity has a screen, whose records the palette finds', () => {
  const tables = backOfficeScreens.flatMap(({ table = [] }) => table)
  expect(['products', ...tables].toSorted()).toEqual(entities.map(({ table }) => table).toSorted())
})
