import { createHash } from 'node:crypto'
import type { SqlSession } from './database.ts'

/**
 * Creates what a hosted project has before its first migration: the three roles of the API, the schemas of Auth and
 * Storage, and the default privileges on new tables and functions.
 */
export async function ensureSystemSchema(session: SqlSession): Promise<void> {
  const { getAuthSchemaSql, getStorageSchemaSql, SUPABASE_AUTH_HELPERS_SQL } = await import('@supabase/lite')
  const script = [roles, SUPABASE_AUTH_HELPERS_SQL, getAuthSchemaSql(), getStorageSchemaSql(), rights].join(
    '\n',
  )
  const fingerprint = createHash('sha256').update(script).digest('hex')
  await session.run(progress)
  const { rows } = await session.query(`select value from backend.progress where step = 'system schema'`)
  if (rows[0]?.['value'] === fingerprint) return
  await session.run(script)
  await session.query(
    `insert into backend.progress (step, value) values ('system schema', $1)
     on conflict (step) do update set value = excluded.value, done_at = now()`,
    [fingerprint],
  )
}

/** The completed steps of the first start, in a schema that the API does not expose. */
const progress = `
  create schema if not exists backend;
  create table if not exists backend.progress (
    step text primary key, value text not null, done_at timestamptz not null default now()
  );
`

const roles = `
  do $$
  begin
    if not exists (select from pg_roles where rolname = 'anon') then
      create role anon nologin noinherit;
    end if;
    if not exists (select from pg_roles where rolname = 'authenticated') then
      create role authenticated nologin noinherit;
    end if;
    if not exists (select from pg_roles where rolname = 'service_role') then
      create role service_role nologin noinherit bypassrls;
    end if;
    execute format('grant anon, authenticated, service_role to %I', current_user);
  end
  $$;
  create schema if not exists extensions;
`

const rights = `
  grant usage on schema public, extensions, auth, storage to anon, authenticated, service_role;
  alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
  alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
  grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
  grant all on all tables in schema auth to service_role;
`
