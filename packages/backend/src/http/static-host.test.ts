import { expect, it } from 'vitest'
import { staticRedirects } from './site-files.ts'

it('every page without a document of its own is the shell, and no other path is', () => {
  const lines = staticRedirects(['/', '/catalogue']).trimEnd().split('\n')
  expect(lines).toContain('/admin /app/ 200')
  expect(lines).toContain('/admin/doctor-types /app/ 200')
  expect(lines, 'a placeholder is any one segment, as hosts read it, too').toContain(
    '/admin/leads/:lead /app/ 200',
  )
  expect(lines).toContain('/product/:product /app/ 200')
  expect(lines, 'a quotation’s is its own').toContain('/q/:token /q/ 200')
  expect(
    lines.filter(
      (line) =>
        !/^\/(?:product\/:product|favourites|account\/inquiries|privacy(?:\/data)?|terms|accessibility|shortlist|compare|inquiry\/(?:sent|:token)|auth\/confirm|q\/:token) |^\/admin(\/[a-z-]+(\/:?[a-z]+)?)? \/app\/ 200$/.test(
          line,
        ),
    ),
  ).toEqual([])
})
