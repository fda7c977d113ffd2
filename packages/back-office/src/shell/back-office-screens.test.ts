import { expect, test } from 'vitest'

import { backOfficeRoutes } from '@giftwell/shared/kernel/site-routes.ts'
import { backOfficeScreens } from './back-office-screens.ts'

test('every route of the back office but the login has a screen', () => {
  expect(['/admin/login', ...backOfficeScreens.map(({ path }) => path)]).toEqual(
    backOfficeRoutes.filter((route) => !route.includes(':')),
  )
})
