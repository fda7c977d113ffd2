import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import { repositoryRoot } from '../repository-root.ts'

/**
 * Creates a database whose owner is neither a superuser nor may create roles, as on a hosted project.
 * @param superuser the server's address with its superuser
 * @param hasRoles whether docs/roles.sql is run in it
 * @returns the address of the database with its owner
 */
export async function createOwnedDatabase(
  superuser: string,
  name: string,
  { hasRoles = true }: { readonly hasRoles?: boolean } = {},
): Promise<URL> {
  const owner = Object.assign(new URL(superuser), {
    pathname: `/${name}`,
    username: name,
    password: randomBytes(16).toString('hex'),
  })
  await runAs(superuser, [
    `create role ${name} login password '${owner.password}'`,
    `create database ${name} owner ${name}`,
  ])
  if (hasRoles) {
    const roles = await readFile(join(repositoryRoot, 'docs', 'roles.sql'), 'utf8')
    await runAs(inDatabase(superuser, name), [roles])
  }
  return owner
}

/** The same server and user with another database. */
export function inDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

async function runAs(url: string, scripts: readonly string[]): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    for (const script of scripts) await sql.unsafe(script).simple()
  } finally {
    await sql.end({ timeout: 5 })
  }
}
