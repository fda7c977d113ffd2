import { expect, it } from 'vitest'
import { refuseOldServer } from './open-postgres.ts'

it.each(['9.6.24', '12.22 (Debian 12.22-1.pgdg120+1)', '14.19', '14devel'])(
  'a server of version %s is refused in one sentence',
  (version) => {
    expect(() => refuseOldServer(version)).toThrow(
      `The PostgreSQL server of DATABASE_URL is version ${version.split(' ')[0]}; Giftwell needs 15 or newer.`,
    )
  },
)

it.each(['15.0', '15.20 (Debian 15.20-0+deb12u1)', '16beta1', '18.1'])(
  'a server of version %s is accepted',
  (version) => expect(() => refuseOldServer(version)).not.toThrow(),
)
