import { expect, test } from 'vitest'

import { safeFileName } from './save-file.ts'

test.each([
  ['leads.csv', 'leads.csv'],
  ['Leads of May 2031.csv', 'Leads of May 2031.csv'],
  ['заявки.csv', 'заявки.csv'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['C:\\Windows\\leads.csv', 'C__Windows_leads.csv'],
  ['leads.csv:hidden', 'leads.csv_hidden'],
  ['a<b>c|d?e*f"g.csv', 'a_b_c_d_e_f_g.csv'],
  ['lea\u0000ds\n.csv', 'lea_ds_.csv'],
  ['leads\u202Evsc.exe', 'leads_vsc.exe'],
  ['.bashrc', 'bashrc'],
  ['leads.csv. . ', 'leads.csv'],
  ['con', '_con'],
  ['NUL.csv', '_NUL.csv'],
  ['com1.tar.gz', '_com1.tar.gz'],
  ['LPT³', '_LPT³'],
  ['console.csv', 'console.csv'],
  ['com10.csv', 'com10.csv'],
  ['', 'Giftwell'],
  ['...', 'Giftwell'],
  ['///', 'Giftwell'],
])('the name %j becomes %j', (name, safe) => {
  expect(safeFileName(name)).toBe(safe)
})

test('a long name is shortened between characters and keeps its extension', () => {
  const name = safeFileName(`${'🎁'.repeat(100)}.csv`)
  expect(name).toBe(`${'🎁'.repeat(49)}.csv`)
  expect(Buffer.byteLength(name)).toBe(200)
})
