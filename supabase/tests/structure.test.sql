-- Rules on the schema itself that a new migration must keep.
begin;
select no_plan();

select is_empty(
  $$ select oid::regclass from pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p') and not relrowsecurity $$,
  'every table of ours is under row level security'
);
select is_empty(
  $$ select tablename, cmd, role from pg_policies, unnest(roles) as role where schemaname = 'public' group by tablename, cmd, role having count(*) > 1 $$,
  'one policy for each table, verb and role'
);
select is_empty(
  $$ select tablename, policyname from pg_policies where schemaname in ('public', 'storage') and (cmd = 'ALL' or 'public' = any (roles)) $$,
  'every policy is of one verb and of named roles'
);
select is_empty(
  $$
    select tablename, policyname from pg_policies
    where schemaname in ('public', 'storage') and 'true' in (qual, with_check) and cmd = 'SELECT'
      and (tablename not in (select entity from tests.rights where actor = 'anonymous' and verb = 'select' and may) or tablename like 'product%')
  $$,
  'only what the public pages show in full is readable without a condition: no product, and no table that visitors may not read'
);
select is_empty(
  $$ select policyname from pg_policies where schemaname in ('public', 'storage') and 'true' in (qual, with_check) and cmd <> 'SELECT' $$,
  'and nothing is written without one'
);
select is_empty(
  $$
    select indexrelid::regclass from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace and indisunique and indexprs is not null
      and 1 = (select count(*) from unnest(indkey::smallint[]) as key where key <> 0)
  $$,
  'no unique index has one column beside expressions: the embedded API would take the column for unique, and embed one row'
);
select set_eq(
  $$ select tgrelid::regclass::text from pg_trigger where tgname = 'refuse_truncate' $$,
  $$ select oid::regclass::text from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' $$,
  'every table refuses to be emptied'
);
select is_empty(
  $$ select oid::regprocedure from pg_proc where prosecdef and pronamespace = 'public'::regnamespace $$,
  'no function of the API runs with the rights of its owner'
);
select is_empty(
  $$ select oid::regprocedure from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and not 'search_path=""' = any (coalesce(proconfig, '{}')) $$,
  'every function looks names up in full'
);
select is_empty(
  $$ select oid::regprocedure from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and has_function_privilege('public', oid, 'execute') $$,
  'no function is open to roles that were not named'
);
select is_empty(
  $$
    select conrelid::regclass, conname from pg_constraint as key
    where key.contype = 'f' and key.connamespace = 'public'::regnamespace and not exists (
      select from pg_index where indrelid = key.conrelid and indpred is null
        and (indkey::smallint[])[0:cardinality(key.conkey) - 1] = key.conkey
    )
  $$,
  'every foreign key has an index'
);
select is_empty(
  $$ select table_name from information_schema.columns where table_schema = 'public' and column_name = 'id' and data_type <> 'uuid' $$,
  'ids are uuids'
);
select is_empty(
  $$
    select oid::regprocedure, setting from pg_proc, unnest(proconfig) as setting
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and setting <> 'search_path=""'
  $$,
  'no function changes a setting of the planner'
);
select is_empty(
  $$
    select oid::regprocedure from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and provolatile <> 'v'
      and prosrc ~* '\m(insert into|delete from|update (public|private)\.|for update)'
  $$,
  'no function that is declared to read writes or locks'
);
-- As pg-safeupdate does in the sessions of a hosted project's API. The text that `format` or a string holds counts, too.
select is_empty(
  $$
    select oid::regprocedure, statement
    from pg_proc, lateral regexp_split_to_table(regexp_replace(pg_get_functiondef(oid), '--[^\n]*', '', 'g'), ';|\$statement\$|\mreturning\M', 'i') as statement
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and statement ~* '\m(update\s+(only\s+)?[\w."%]+(\s+(as\s+)?\w+)?\s+set|delete\s+from)\M' and statement !~* '\mwhere\M'
  $$,
  'no function updates or deletes without a condition'
);
select set_eq(
  $$
    select tgrelid::regclass::text, tgname::text, tgtype::integer, tgattr::text from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace in ('auth'::regnamespace, 'storage'::regnamespace) and not tgisinternal
  $$,
  -- For each row: after an insert, and before an update of what proves an address.
  $$ values
    ('auth.users', 'create_profile', 1 + 4, ''),
    ('auth.users', 'prove_address', 1 + 2 + 16, (
      select string_agg(attnum::text, ' ' order by attnum) from pg_attribute
      where attrelid = 'auth.users'::regclass and attname in ('email', 'email_confirmed_at', 'recovery_token')
    ))
  $$,
  'the profile of a new account and the proof of an address are the only triggers on tables that are not ours'
);
select is_empty(
  $$
    select version from supabase_migrations.schema_migrations
    where array_to_string(statements, ';') not like '%set_config(''lock_timeout'', ''%s'', true)%'
  $$,
  'every migration limits how long it waits for locks'
);

-- A session caches the plans of its triggers from its first write, which may be of a single row.
select is_empty(
  $$
    select proname
    from pg_proc,
      -- A dynamic statement is planned at each call.
      regexp_replace(prosrc, 'execute\s+''([^'']|'''')*''', '', 'g') as static_text,
      regexp_replace(static_text, '\mfrom (new_rows|old_rows)\s+except\s+select\s+[a-z_,\s]+\sfrom (new_rows|old_rows)\M', '', 'g') as joined_text
    where pronamespace = 'private'::regnamespace
      and joined_text ~ '\m(from|join)\s+new_rows\M[^;]*\m(from|join)\s+old_rows\M|\m(from|join)\s+old_rows\M[^;]*\m(from|join)\s+new_rows\M'
  $$,
  'no trigger joins the rows before with those after'
);

select * from finish();
rollback;
