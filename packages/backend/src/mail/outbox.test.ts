import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { codeMessage, linkMessage } from './auth-message.ts'
import { createOutbox, removeMailsOf, removeErasedMails } from './outbox.ts'
import { folderOfEachTest } from '../testing/shared-folder.ts'

describe('the outbox', () => {
  const temporary = folderOfEachTest()
  let folder: string
  const logged: string[] = []
  beforeEach(async () => {
    folder = join(temporary.path, 'mail')
    await mkdir(folder)
    logged.length = 0
  })
  const outbox = () => createOutbox(folder, (line) => logged.push(line))

  it('the e-mails to a person and the notices of their leads are removed, and a dry run counts them', async () => {
    const one = outbox()
    const about = (email: string) => ({
      ...codeMessage('seller@meridian.example', '1'),
      text: `A new inquiry arrived.\n\nEmail: ${email}\n`,
    })
    await one.send(codeMessage('ada@example.com', '1'))
    await one.send(about('Ada@example.com'))
    await one.send(about('ada@example.community'))
    await one.send(codeMessage('x-ada@example.com', '1'))
    await writeFile(join(folder, 'other.json'), 'no e-mail')
    expect(await removeMailsOf(folder, 'ADA@example.com', true)).toBe(2)
    expect(await readdir(folder)).toHaveLength(5)
    expect(await removeMailsOf(folder, 'ADA@example.com', false)).toBe(2)
    expect((await readdir(folder)).map((name) => name.replace(/^.*Z-/, '')).toSorted()).toEqual([
      'other.json',
      'seller@meridian.example.json',
      'x-ada@example.com.json',
    ])
    expect(await removeMailsOf(join(folder, 'none'), 'ada@example.com', false)).toBe(0)
  })

  it('the outbox writes a message to a file of mode 0600, named by time and address', async () => {
    await outbox().send(
      linkMessage('signup', 'Ada@Example.com', 'http://127.0.0.1:3000/auth/v1/verify?token=1&type=signup'),
    )
    const [name, ...others] = await readdir(folder)
    expect(others).toEqual([])
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-ada@example\.com\.json$/)
    const path = join(folder, name!)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const mail = JSON.parse(await readFile(path, 'utf8')) as Record<string, string>
    expect(Object.keys(mail).toSorted()).toEqual(['html', 'subject', 'text', 'to'])
    expect(mail['to']).toBe('Ada@Example.com')
    expect(mail['text']).toContain('http://127.0.0.1:3000/auth/v1/verify?token=1&type=signup')
    expect(mail['html']).toContain('href="http://127.0.0.1:3000/auth/v1/verify?token=1&#38;type=signup"')
  })

  it('the outbox reports the link and not the address', async () => {
    await outbox().send(linkMessage('recovery', 'ada@example.com', 'http://127.0.0.1:3000/x?token=2'))
    expect(logged).toEqual(['mail: Reset your Giftwell password: http://127.0.0.1:3000/x?token=2'])
  })

  it('the outbox writes every one of many messages in one millisecond', async () => {
    const one = outbox()
    await Promise.all(Array.from({ length: 50 }, async () => one.send(codeMessage('ada@example.com', '1'))))
    expect(await readdir(folder)).toHaveLength(50)
  })

  it('the outbox writes a file also for what it does not send, and leaves nothing of it', async () => {
    const message = linkMessage('recovery', 'ada@example.com', 'http://127.0.0.1:3000/x?token=3')
    await outbox().sendNothing(message)
    expect(await readdir(folder)).toEqual([])
    expect(logged).toEqual([])
    const nowhere = createOutbox(join(folder, 'none'), () => {})
    await expect(nowhere.sendNothing(message)).rejects.toThrow('ENOENT')
  })

  it.each([
    '../../etc/passwd@evil.example',
    'a/b@c.example',
    'a\\b:*?"<>|\0\n@c.example',
    `${'x'.repeat(500)}@c.example`,
  ])('the outbox makes a valid file name of the address %j', async (address) => {
    await outbox().send(codeMessage(address, '1'))
    const [name] = await readdir(folder)
    expect(name).toMatch(/^[\dTZ-]+-[a-z0-9@._+-]{1,100}\.json$/)
    expect(name).not.toContain('..')
    expect(JSON.parse(await readFile(join(folder, name!), 'utf8'))).toMatchObject({ to: address })
  })

  it('files that are older than the retention go, and those from before the erasure of their person or lead', async () => {
    const files = outbox()
    const store = async (to: string, text: string, time: string) =>
      files.store({ to, subject: 'Hello', text, html: '', link: null }, new Date(time))
    await store('old@nova.example', '', '2026-01-01')
    await store('asha@nova.example', 'before', '2026-06-01')
    await store('asha@nova.example', 'after', '2026-06-03')
    await store('sales@gifts.example', 'New inquiry GW-0ABCDEF1', '2026-06-01')
    await store('sales@gifts.example', 'New inquiry GW-0ABCDEF2', '2026-06-01')
    await store('ravi@gifts.example', '1 order is late: GW-O2627/0001, Nova', '2026-06-01')

    const time = String(Date.parse('2026-06-02'))
    await removeErasedMails(folder, async (statement) => ({
      rows: statement.includes('erased_among')
        ? ['asha@nova.example', 'GW-0ABCDEF1', 'GW-O2627/0001'].map((word) => ({ word, time }))
        : [{ oldest: String(Date.parse('2026-02-01')) }],
    }))
    expect((await readdir(folder)).map((name) => `${name.slice(0, 10)} ${name.slice(25)}`)).toEqual([
      '2026-06-01 sales@gifts.example.json',
      '2026-06-03 asha@nova.example.json',
    ])
  })
})
