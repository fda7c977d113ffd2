import { createHash } from 'node:crypto'
import type { SqlSession } from './database.ts'
import { errorCode, UserFacingError } from '../process/errors.ts'

/**
 * Creates the initial state of a hosted project: the three roles of the API, the schemas of Auth and
 * Storage, and the default privileges on new tables and functions.
 */
export async function ensureSystemSchema(session: SqlSession): Promise<void> {
  const { getAuthSchemaSql, getStorageSchemaSql, SUPABASE_AUTH_HELPERS_SQL } = await import('@supabase/lite')
  const script = [
    roles,
    SUPABASE_AUTH_HELPERS_SQL,
    getAuthSchemaSql(),
    factors,
    getStorageSchemaSql(),
    rights,
  ].join('\n')
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

/** The advisory lock of a first start. Any number will do, so long as every server uses the same. */
export const firstStartLock = 4_155_312_026

/** Makes the table of the completed steps of the first start, in a schema that the API does not expose. */
export const progress = `
  create schema if not exists backend;
  create table if not exists backend.progress (
    step text primary key, value text not null, done_at timestamptz not null default now()
  );
`

const roles = `
  do $$
  declare
    role text;
    missing text[] := '{}';
    -- Since PostgreSQL 16 the creator of a role is a member of it without the right to act as it.
    right_to_act constant text := case when current_setting('server_version_num')::integer < 160000 then 'MEMBER' else 'SET' end;
  begin
    foreach role in array array['anon', 'authenticated', 'service_role'] loop
      begin
        if not exists (select from pg_roles where rolname = role) then
          execute format('create role %I nologin noinherit', role);
          if role = 'service_role' then
            begin
              alter role service_role bypassrls;
            exception
              when insufficient_privilege then null; -- the migrations create policies instead
            end;
          end if;
        end if;
        if not pg_has_role(role, right_to_act) then
          execute format('grant %I to %I', role, current_user);
        end if;
      exception
        when insufficient_privilege then
          missing := missing || format('role %I: %s', role, sqlerrm);
      end;
    end loop;
    if missing <> '{}' then
      raise insufficient_privilege using message = array_to_string(missing, '; ');
    end if;
  end
  $$;
  create schema if not exists extensions;
`

/** The tables of second factors, as hosted Auth has them; the library has none. */
const factors = `
  create table if not exists auth.mfa_factors (
    id uuid primary key,
    user_id uuid not null references auth.users (id) on delete cascade,
    friendly_name text,
    factor_type text not null check (factor_type in ('totp', 'webauthn', 'phone')),
    status text not null check (status in ('unverified', 'verified')),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    secret text,
    last_challenged_at timestamptz
  );
  create index if not exists mfa_factors_user_id_idx on auth.mfa_factors (user_id);
  create table if not exists auth.mfa_challenges (
    id uuid primary key,
    factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
    created_at timestamptz not null default now(),
    verified_at timestamptz
  );
  create index if not exists mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
  create table if not exists auth.mfa_amr_claims (
    id uuid primary key,
    session_id uuid not null references auth.sessions (id) on delete cascade,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    authentication_method text not null,
    unique (session_id, authentication_method)
  );
`

const rights = `
  grant usage on schema public, extensions, auth, storage to anon, authenticated, service_role;
  alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
  alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
  grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
  grant all on all tables in schema auth to service_role;
`

const insufficientPrivilege = '42501'
const duplicateSchema = '42P06'

/**
 * Rethrows the error of a database that cannot be prepared, as a sentence where its administrator can fix it. The server's
 * messages hold names of roles and objects only.
 */
export function explainPreparationError(error: unknown): never {
  if (!(error instanceof Error)) throw error
  switch (errorCode(error)) {
    case insufficientPrivilege:
      throw new UserFacingError(
        `The user of DATABASE_URL may not prepare the database: ${error.message}. The server's administrator grants what is missing with docs/roles.sql.`,
      )
    case duplicateSchema:
      throw new UserFacingError(`The database of DATABASE_URL cannot be prepared: ${error.message}.`)
    default:
      throw error
  }
}
