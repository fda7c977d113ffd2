import { expect, test } from 'vitest'

import { originOf } from './visit-origin.ts'

const site = 'https://gifts.example'

test.each([
  [
    '/catalogue?utm_source=linkedin&utm_medium=cpc&utm_campaign=diwali26&theme=Diwali#top',
    'https://www.linkedin.com/feed/?person=1',
    {
      source: 'linkedin',
      medium: 'cpc',
      campaign: 'diwali26',
      referrer: 'www.linkedin.com',
      landing_page: '/catalogue',
    },
  ],
  ['/?gclid=EAIaIQ_a_person', '', { source: 'google', medium: 'gclid', landing_page: '/' }],
  [
    '/?utm_source=newsletter&fbclid=IwAR_a_person',
    '',
    { source: 'newsletter', medium: 'fbclid', landing_page: '/' },
  ],
  ['/product/mug-0123456789ab', `${site}/catalogue`, { landing_page: '/product/mug-0123456789ab' }],
  ['/?utm_source=&utm_campaign=', 'android-app://com.example/', { landing_page: '/' }],
])('what leads to %s from "%s" is read', (path, referrer, origin) => {
  expect(originOf(site + path, referrer)).toEqual(origin)
})
